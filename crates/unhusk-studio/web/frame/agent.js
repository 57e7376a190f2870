// @ts-check
/*
 * The agent of the page frame. It runs alone in a sandboxed frame of an opaque origin, gets a page as a flat tree over a
 * message port, builds it node by node (no HTML is parsed), draws marks above it and tells the studio what the pointer
 * and the keys do. CONTRACT.md has the messages.
 *
 * Three layers keep a hostile page from running or loading anything: the server's clean tree, the frame's content
 * security policy, and the refusals of this file. Each is enough alone; this file trusts neither of the others.
 */
(() => {
  "use strict";

  // ---------------------------------------------------------------------------------------------------- types

  /** @typedef {{ node: number, start?: number, to?: number, end?: number, attr?: string }} Place */
  /** @typedef {{ n: number, names: string[], kind: number[], parent: number[], name: number[], text: Record<string, string>, attrs: Record<string, string[]> }} Tree */
  /** @typedef {{ text: string, places: Place[], sure: number | null, doubt: boolean, only?: "now" | "other" }} Value  Read by one of two learners, when they are compared. */
  /** @typedef {{ box: number[], cells: { field: number, values: Value[] }[] }} PageRecord */
  /** @typedef {{ id: number, field: number, sign: "+" | "-", place: Place, text: string }} Label */
  /** @typedef {{ page: number, version: number, stale: boolean, records: PageRecord[], labels: Label[], disputed: { field: number, place: Place }[] }} Marks */
  /** @typedef {{ x: number, y: number, w: number, h: number }} Rect  In pixels of the document, not of the window. */
  /** @typedef {"match" | "plus" | "minus" | "doubt" | "lost" | "gained" | "ghost" | "record" | "region" | "flash" | "hover"} Look */
  /** @typedef {{ look: Look, field: number, color: string, badge: string, faint: boolean, places: Place[], level: number, rects: Rect[] }} Mark */
  /** @typedef {{ element: HTMLElement, drawn: string }} Box  An element, and how it was drawn last. */
  /** @typedef {{ text: Text, offset: number }} Point */
  /** @typedef {{ text: Text, start: number, last: Text, end: number }} Span  From an offset of a text to one of the same or a later text. */
  /** @typedef {{ key: string, ctrl: boolean, shift: boolean, alt: boolean }} Key */
  /** @typedef {{ t: string, [member: string]: unknown }} Message */

  const HTML = "http://www.w3.org/1999/xhtml";
  const SVG = "http://www.w3.org/2000/svg";
  const MATHML = "http://www.w3.org/1998/Math/MathML";
  const XLINK = "http://www.w3.org/1999/xlink";
  /** Elements of this name space do nothing, whatever their name is; style sheets still find them by name. */
  const INERT = "urn:unhusk:inert";

  // ---------------------------------------------------------------------------------------------------- refusals

  /** Elements that run, load or change something by being there: kept as inert, hidden elements. */
  const HIDDEN_ELEMENTS = new Set(
    ("script style base link portal fencedframe param bgsound " +
      "animate animatecolor animatemotion animatetransform set discard mpath handler listener prefetch").split(" "),
  );
  /** Elements that hold other documents, plug-ins or motion: kept as inert boxes. */
  const BOX_ELEMENTS = new Set("iframe frame object embed applet".split(" "));
  const FLOW_ELEMENTS = new Set("frameset marquee".split(" "));

  /** Attributes that load, navigate, take the focus or act: never set. */
  const REFUSED_ATTRIBUTES = new Set(
    ("srcdoc srcset imagesrcset action formaction formtarget ping target background poster data code codebase archive " +
      "classid object lowsrc dynsrc manifest longdesc cite profile http-equiv autofocus autoplay inert contenteditable " +
      "accesskey nonce is shadowroot shadowrootmode shadowrootdelegatesfocus shadowrootclonable shadowrootserializable " +
      "popovertarget popovertargetaction command commandfor interestfor interesttarget attributionsrc xml:base " +
      "download integrity usemap implementation handler").split(" "),
  );
  const LINKS = new Set(["a", "area"]);
  const PICTURES = new Set(["img", "input", "image", "feimage"]);
  const DATA_IMAGE = /^\s*data:image\/[a-z0-9.+-]+[;,]/i;
  const SCRIPT_URL = /^(?:java|vb|live|j)script:|^data:text/i;
  /** Stands for every address of a link: links look like links and lead nowhere. */
  const NOWHERE = "#~";

  /** @param {string} value */
  const isScriptUrl = (value) =>
    value.includes(":") && SCRIPT_URL.test(value.replace(/[\u0000-\u0020\u007f-\u00a0\u00ad\u200b-\u200f\u2028-\u202f\ufeff]+/g, ""));

  /**
   * The value with which an attribute is set, or null to leave it out.
   * @param {string} tag local name in lower case @param {string} name in lower case @param {string} value
   */
  function safeValue(tag, name, value) {
    if (name.startsWith("on") || REFUSED_ATTRIBUTES.has(name) || isScriptUrl(value)) return safeLink(tag, name);
    if ((name === "name" || name === "id") && hidesMember(tag, value)) return null;
    if (name === "src") return PICTURES.has(tag) && DATA_IMAGE.test(value) ? value : null;
    if (name === "href" || name === "xlink:href") return safeReference(tag, value);
    return cleanCss(value);
  }

  const FORM_MEMBERS = new Set("button fieldset input output select textarea img".split(" "));
  const DOCUMENT_MEMBERS = new Set(["img", "form"]);

  /**
   * Whether a name of this element would stand before a member of its form or of the document: `<input name="appendChild">`.
   * @param {string} tag @param {string} value
   */
  function hidesMember(tag, value) {
    if (FORM_MEMBERS.has(tag) && value in Element.prototype) return true;
    return DOCUMENT_MEMBERS.has(tag) && value in Document.prototype;
  }

  /** @param {string} tag @param {string} name */
  const safeLink = (tag, name) => (LINKS.has(tag) && name.endsWith("href") ? NOWHERE : null);

  /** @param {string} tag @param {string} value */
  function safeReference(tag, value) {
    if (LINKS.has(tag)) return NOWHERE;
    if (value.startsWith("#")) return value;
    return PICTURES.has(tag) && DATA_IMAGE.test(value) ? value : null;
  }

  /** Parts of style sheets that load something, but for `data:` and places in this document. */
  const CSS_LOADS = /url\((?!\s*["']?\s*(?:data:|#))|image-set\(|(?<![\w-])(?:src|image)\(|@import/gi;

  /** @param {string} css */
  const decodeCss = (css) =>
    css.replace(/\\(?:([0-9a-f]{1,6})[ \t\r\n\f]?|(.))/gi, (_, hex, char) => (hex ? String.fromCodePoint(Math.min(parseInt(hex, 16), 0x10ffff)) : char));

  /** @param {string} css */
  const countLoads = (css) => css.match(CSS_LOADS)?.length ?? 0;

  /**
   * A style sheet, or any value that a style may use, in which nothing loads.
   * Escapes stay unless they hide something that loads.
   * @param {string} css
   */
  function cleanCss(css) {
    if (!/[(@\\]/.test(css)) return css;
    const hides = css.includes("\\") && countLoads(decodeCss(css)) !== countLoads(css);
    return (hides ? css.replaceAll("\\", "") : css).replace(CSS_LOADS, "unhusk-none(");
  }

  // ---------------------------------------------------------------------------------------------------- the page

  /** @type {(Node | null)[]} */
  let nodes = [];
  /** @type {WeakMap<Node, number>} */
  let ids = new WeakMap();
  /** Names that this browser cannot give to an element. @type {WeakMap<Node, string>} */
  let renamed = new WeakMap();
  /** Style attributes, to take them off and put them on again. @type {[Element, string][]} */
  let inlineStyles = [];
  let page = -1;
  /** @type {Map<number, number>} */
  const scrollOfPage = new Map();

  /**
   * Shows a page; what was shown before goes away.
   * @param {{ page: number, tree: Tree, css: string[], cssOn?: boolean }} message
   */
  function showPage(message) {
    const start = performance.now();
    scrollOfPage.set(page, scrollY);
    page = message.page;
    forgetPage();
    putInPlace(build(message.tree));
    pageSheets = message.css.map(toSheet);
    setPageCss(message.cssOn !== false);
    overlay.attach();
    scrollTo(0, scrollOfPage.get(page) ?? 0);
    requestAnimationFrame(() => {
      const n = nodes.reduce((sum, node) => sum + (node ? 1 : 0), 0);
      readView();
      post({ t: "shown", n, ms: Math.round(performance.now() - start) });
      tellView();
    });
  }

  function forgetPage() {
    nodes = [];
    ids = new WeakMap();
    renamed = new WeakMap();
    inlineStyles = [];
    current = null;
    span = null;
    ghost = { node: null, places: [], count: 0 };
    clearMarks();
  }

  /**
   * Builds all nodes, detached, parents before children. Returns those at the top.
   * @param {Tree} tree
   */
  function build(tree) {
    nodes = new Array(tree.n).fill(null);
    remember(0, document);
    /** @type {Node[]} */
    const top = [];
    for (let id = 1; id < tree.n; id++) {
      const parent = nodes[tree.parent[id]];
      const node = parent && buildNode(tree, id);
      if (!node) continue;
      remember(id, node);
      if (parent === document) top.push(node);
      else if (node.nodeType !== Node.DOCUMENT_TYPE_NODE) parent.appendChild(node);
    }
    return top;
  }

  /** @param {number} id @param {Node} node */
  function remember(id, node) {
    nodes[id] = node;
    ids.set(node, id);
  }

  /** @param {Tree} tree @param {number} id @returns {Node | null} */
  function buildNode(tree, id) {
    const name = tree.names[tree.name[id]];
    switch (tree.kind[id]) {
      case Node.ELEMENT_NODE:
        return buildElement(name, tree.attrs[id] ?? []);
      case Node.TEXT_NODE:
        return document.createTextNode(tree.text[id] ?? "");
      case Node.COMMENT_NODE:
        return document.createComment("");
      case Node.DOCUMENT_TYPE_NODE:
        return document.implementation.createDocumentType("html", "", "");
      default:
        return name === undefined ? null : hiddenElement(name);
    }
  }

  /** A place holder, so that style sheets count siblings as they do on the page. @param {string} name */
  const hiddenElement = (name) => newElement(INERT, localName(name), "hidden");

  /** @param {string} name with the prefix `svg:` or `math:` */
  const localName = (name) => name.replace(/^(?:svg|math):/, "");

  /** @param {string} name @param {string[]} attributes name, value, name, value */
  function buildElement(name, attributes) {
    const local = localName(name);
    const tag = local.toLowerCase();
    const element = elementFor(name, local, tag);
    for (let i = 0; i + 1 < attributes.length; i += 2) setSafely(element, tag, attributes[i], attributes[i + 1]);
    if (tag === "img" && !element.hasAttribute("src")) showPicturePlace(element);
    return element;
  }

  /** @param {string} name @param {string} local @param {string} tag */
  function elementFor(name, local, tag) {
    if (HIDDEN_ELEMENTS.has(tag)) return newElement(INERT, local, "hidden");
    if (BOX_ELEMENTS.has(tag)) return newElement(INERT, local, "box");
    if (FLOW_ELEMENTS.has(tag)) return newElement(INERT, local, "flow");
    if (name.startsWith("svg:")) return newElement(SVG, local);
    if (name.startsWith("math:")) return newElement(MATHML, local);
    return newElement(HTML, local);
  }

  /**
   * An element; one with a name that cannot be made gets another name. HTML names hold colons (`o:p`), but no prefixes.
   * @param {string} space @param {string} local @param {"hidden" | "box" | "flow"} [kind] of an inert element
   * @returns {Element}
   */
  function newElement(space, local, kind) {
    let element;
    try {
      element = space === HTML ? document.createElement(local) : document.createElementNS(space, local);
    } catch {
      element = document.createElementNS(space, "unknown");
      renamed.set(element, local);
    }
    if (kind) element.setAttribute("data-unhusk", kind);
    return element;
  }

  /** @param {Element} element @param {string} tag @param {string} name @param {string} value */
  function setSafely(element, tag, name, value) {
    const lower = name.toLowerCase();
    const safe = safeValue(tag, lower, value);
    if (safe === null) return;
    try {
      if (lower === "xlink:href") element.setAttributeNS(XLINK, "xlink:href", safe);
      else element.setAttribute(name, safe);
      if (lower === "style") inlineStyles.push([element, safe]);
    } catch {
      // A name that the parser takes and the DOM does not, such as `"`. It changes nothing that can be seen.
    }
  }

  /** Puts built nodes into the document in place of what is there. @param {Node[]} top */
  function putInPlace(top) {
    document.replaceChildren();
    for (const node of top) {
      try {
        document.appendChild(node);
      } catch {
        // Text or a second element beside the root: no document has them, so the read-back tells of it.
      }
    }
    if (!document.documentElement) document.appendChild(document.createElement("html"));
  }

  const PICTURE = '<path d="M7 25l8-9 6 6 4-4 8 7z" fill="#98a2b3"/><circle cx="27" cy="11" r="3" fill="#98a2b3"/>';

  /** Draws a grey picture in place of one that is not loaded. @param {Element} img */
  function showPicturePlace(img) {
    const svg = `<svg xmlns="${SVG}" width="40" height="32" viewBox="0 0 40 32"><path fill="#eaecf0" d="M-999-999h2998v2998H-999z"/>${PICTURE}</svg>`;
    img.setAttribute("src", `data:image/svg+xml,${encodeURIComponent(svg)}`);
  }

  // ---------------------------------------------------------------------------------------------------- style sheets

  /** What the browser should do for elements that the agent replaced. Page styles come after it. */
  const baseSheet = toSheet(`
    @namespace inert "${INERT}";
    noscript { display: inline }
    inert|*[data-unhusk="flow"] { display: block }
    inert|*[data-unhusk="box"] {
      display: inline-block; box-sizing: border-box; width: 300px; height: 150px; overflow: hidden; vertical-align: bottom;
      background: #eaecf0 repeating-linear-gradient(135deg, transparent 0 9px, rgb(152 162 179 / .22) 9px 10px); border: 1px solid #d0d5dd;
    }
    inert|*[data-unhusk="box"][width] { width: attr(width px, 300px) }
    inert|*[data-unhusk="box"][height] { height: attr(height px, 150px) }
    inert|*[data-unhusk-box]::before {
      content: attr(data-unhusk-box); display: block; padding: 6px 8px; overflow-wrap: anywhere;
      font: 11px/1.4 ui-monospace, monospace; color: #475467;
    }
  `);
  /** The page stands still, can be scrolled, and does not follow the pointer. Stronger than page styles. */
  const frozenSheet = toSheet(`
    @namespace inert "${INERT}";
    inert|*[data-unhusk="hidden"] { display: none !important }
    *, *::before, *::after {
      animation-duration: 0s !important; animation-delay: 0s !important; animation-iteration-count: 1 !important;
      animation-fill-mode: both !important; transition: none !important; scroll-behavior: auto !important;
      cursor: default !important; caret-color: transparent !important;
    }
    :root { overflow-y: auto !important }
    body { overflow-y: visible !important }
    body *:focus { outline: none !important }
  `);
  const zoomSheet = new CSSStyleSheet();
  const textSheet = new CSSStyleSheet();
  /** @type {CSSStyleSheet[]} */
  let pageSheets = [];

  /** Sheets made so ignore `@import`, and are no nodes that a page's selectors could count. @param {string} css */
  function toSheet(css) {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(cleanCss(css));
    return sheet;
  }

  /** @param {boolean} on */
  function setPageCss(on) {
    document.adoptedStyleSheets = [baseSheet, ...(on ? pageSheets : []), frozenSheet, zoomSheet, textSheet];
    for (const [element, style] of inlineStyles) {
      if (on) element.setAttribute("style", style);
      else element.removeAttribute("style");
    }
    overlay.refresh();
  }

  /** @param {number} factor */
  function setZoom(factor) {
    const z = Math.min(4, Math.max(0.25, Number(factor) || 1));
    zoomSheet.replaceSync(z === 1 ? "" : `body { zoom: ${z} !important }`);
    overlay.refresh();
    tellView();
  }

  // ---------------------------------------------------------------------------------------------------- read-back

  /** The tree as the browser has it, for tests. A node out of order has the kind -1. */
  function readBack() {
    const n = nodes.length;
    const kinds = new Array(n).fill(0);
    const names = new Array(n).fill("");
    const parents = new Array(n).fill(-1);
    const texts = new Array(n).fill("");
    const walker = document.createTreeWalker(document);
    /** @type {Node | null} */
    let node = document;
    let last = -1;
    for (; node; node = walker.nextNode()) {
      const id = ids.get(node);
      if (id === undefined) continue;
      kinds[id] = id > last ? kindOf(node) : -1;
      last = id;
      if (node instanceof Element) names[id] = nameOf(node);
      if (node instanceof Text) texts[id] = node.data;
      parents[id] = (node.parentNode && ids.get(node.parentNode)) ?? -1;
    }
    post({ t: "tree", kinds, names, parents, texts });
  }

  /** @param {Node} node */
  const kindOf = (node) => (node instanceof Element && node.getAttribute("data-unhusk") === "hidden" ? 0 : node.nodeType);

  /** @param {Element} element */
  function nameOf(element) {
    const local = renamed.get(element) ?? (element.prefix ? `${element.prefix}:${element.localName}` : element.localName);
    if (element.namespaceURI === SVG) return `svg:${local}`;
    return element.namespaceURI === MATHML ? `math:${local}` : local;
  }

  // ---------------------------------------------------------------------------------------------------- geometry

  const MOST_RECTS = 24;
  const sharedRange = document.createRange();
  /** The window on the document, read once before many boxes are read or written: each reading may cost a layout. */
  let view = { x: 0, y: 0, w: 0, h: 0, total: 0 };

  function readView() {
    const { clientWidth, scrollHeight } = document.documentElement;
    view = { x: scrollX, y: scrollY, w: clientWidth, h: innerHeight, total: scrollHeight };
  }

  /** Where a place is, in pixels of the document. @param {Place} place @param {Map<Element, Rect | null>} clips @returns {Rect[]} */
  function rectsOf(place, clips) {
    if (place.to !== undefined) return partsOf(place).flatMap((part) => rectsOf(part, clips));
    const node = nodes[place.node];
    if (!(node instanceof Text || node instanceof Element)) return [];
    const found = node instanceof Text ? textRects(node, place.start ?? 0, place.end ?? node.length) : elementRects(node);
    const clip = clipOf(node.parentElement, clips);
    return (clip ? found.map((rect) => cut(rect, clip)) : found).filter((rect) => rect.w > 1 && rect.h > 1);
  }

  /**
   * What a place over several texts takes of each: rectangles of a range would have those of whole elements, too.
   * @param {Place} place @returns {Place[]}
   */
  function partsOf({ node, start, to = node, end }) {
    /** @type {Place[]} */
    const parts = [];
    for (let id = node; id <= to; id++) {
      const text = nodes[id];
      if (!(text instanceof Text) || isBlank(text)) continue;
      parts.push({ node: id, start: id === node ? start : 0, end: id === to ? end : text.length });
    }
    return parts;
  }

  /** @param {Text} text @param {number} start @param {number} end */
  function textRects(text, start, end) {
    sharedRange.setStart(text, Math.min(start, text.length));
    sharedRange.setEnd(text, Math.min(Math.max(start, end), text.length));
    return toRects(sharedRange.getClientRects());
  }

  /** An element's boxes; those of a block of text are as narrow as the text. @param {Element} element */
  function elementRects(element) {
    const own = element.getClientRects();
    if (own.length > 1) return toRects(own);
    if (own.length === 1 && (element.firstElementChild || !element.firstChild)) return toRects(own);
    sharedRange.selectNodeContents(element);
    const inside = toRects(sharedRange.getClientRects());
    if (own.length === 0) return inside;
    return inside.length ? [join(inside)] : toRects(own);
  }

  /** @param {DOMRectList} list @returns {Rect[]} */
  function toRects(list) {
    const rects = [];
    for (const { left, top, width, height } of list) {
      if (width > 0 && height > 0) rects.push({ x: left + view.x, y: top + view.y, w: width, h: height });
    }
    return rects.length > MOST_RECTS ? [join(rects)] : rects;
  }

  /** The smallest box around all. @param {Rect[]} rects @returns {Rect} */
  function join(rects) {
    const x = Math.min(...rects.map((r) => r.x));
    const y = Math.min(...rects.map((r) => r.y));
    const right = Math.max(...rects.map((r) => r.x + r.w));
    const bottom = Math.max(...rects.map((r) => r.y + r.h));
    return { x, y, w: right - x, h: bottom - y };
  }

  const WIDEST_SPACE = 12;

  /** One box for parts that follow each other on a line. @param {Rect[]} rects */
  function joinOnLines(rects) {
    /** @type {Rect[]} */
    const joined = [];
    for (const rect of rects) {
      const before = joined[joined.length - 1];
      if (before && isNext(before, rect)) joined[joined.length - 1] = join([before, rect]);
      else joined.push(rect);
    }
    return joined;
  }

  /** @param {Rect} a @param {Rect} b whether it begins where `a` ends */
  function isNext(a, b) {
    const gap = b.x - a.x - a.w;
    return gap > -2 && gap < WIDEST_SPACE && Math.abs(a.y + a.h / 2 - b.y - b.h / 2) < Math.min(a.h, b.h) / 2;
  }

  /** @param {Rect} a @param {Rect} b @returns {Rect} */
  function cut(a, b) {
    const x = Math.max(a.x, b.x);
    const y = Math.max(a.y, b.y);
    return { x, y, w: Math.min(a.x + a.w, b.x + b.w) - x, h: Math.min(a.y + a.h, b.y + b.h) - y };
  }

  /**
   * What the boxes around an element leave visible of it; null if all of it.
   * @param {Element | null} element @param {Map<Element, Rect | null>} clips known ones
   * @returns {Rect | null}
   */
  function clipOf(element, clips) {
    /** @type {Element[]} */
    const path = [];
    while (element && !clips.has(element) && element.localName !== "body") {
      path.push(element);
      element = element.parentElement;
    }
    let clip = (element && clips.get(element)) ?? null;
    for (const inner of path.reverse()) {
      if (getComputedStyle(inner).overflow !== "visible" && inner !== document.documentElement) {
        const [rect] = toRects(inner.getClientRects());
        if (rect) clip = clip ? cut(clip, rect) : rect;
      }
      clips.set(inner, clip);
    }
    return clip;
  }

  // ---------------------------------------------------------------------------------------------------- overlay

  const calm = matchMedia("(prefers-reduced-motion: reduce)");

  /** Boxes of one kind, drawn near the window only. Their order is not that of their elements: the sheet says what is on top. */
  class Layer {
    /** @param {ParentNode} parent @param {string} name */
    constructor(parent, name) {
      this.root = document.createElement("div");
      this.root.className = `layer ${name}`;
      parent.append(this.root);
      /** @type {Mark[]} */
      this.marks = [];
      /** What is drawn, by mark and box of it. @type {Map<string, Box>} */
      this.boxes = new Map();
      this.from = 0;
      this.to = 0;
    }

    /** @param {Mark[]} marks */
    set(marks) {
      if (!marks.length && !this.marks.length) return;
      readView();
      this.marks = marks;
      this.measure(new Map());
      this.draw();
    }

    /** Reads only: no element is written between two reads. @param {Map<Element, Rect | null>} clips */
    measure(clips) {
      for (const mark of this.marks) {
        const rects = mark.places.flatMap((place) => rectsOf(place, clips));
        mark.rects = isJoined(mark.look) && rects.length ? [join(rects)] : joinOnLines(rects);
      }
    }

    /** Draws what is in the window, and as much above and below it. Boxes that stay are not written again. */
    draw() {
      this.from = view.y - view.h;
      this.to = view.y + 2 * view.h;
      const before = this.boxes;
      this.boxes = new Map();
      /** @type {[string, Mark, number][]} */
      const missing = [];
      this.marks.forEach((mark, i) => {
        mark.rects.forEach((rect, j) => {
          if (rect.y + rect.h < this.from || rect.y > this.to) return;
          const key = `${i} ${j}`;
          const box = before.get(key);
          if (!box) return missing.push([key, mark, j]);
          before.delete(key);
          this.boxes.set(key, drawBox(box, mark, j));
        });
      });
      const spare = [...before.values()];
      for (const [key, mark, j] of missing) this.boxes.set(key, drawBox(spare.pop() ?? this.newBox(), mark, j));
      for (const { element } of spare) element.remove();
    }

    /** @returns {Box} */
    newBox() {
      const element = document.createElement("div");
      this.root.append(element);
      return { element, drawn: "" };
    }

    /** Draws again when the window nears the end of what is drawn. */
    follow() {
      if (view.y - view.h / 2 < this.from || view.y + 1.5 * view.h > this.to) this.draw();
    }
  }

  /** @param {Look} look */
  const isJoined = (look) => look === "record" || look === "region";

  /** @param {Box} box @param {Mark} mark @param {number} i which box of the mark; the first has the badge */
  function drawBox(box, mark, i) {
    const { look, color, level, faint } = mark;
    const rect = mark.rects[i];
    const out = OUTSET[look] + 3 * level;
    const names = `box ${look}${faint ? " faint" : ""}${level ? " more" : ""}`;
    const place = `transform: translate(${Math.round(rect.x) - out}px, ${Math.round(rect.y) - out}px); width: ${Math.round(rect.w) + 2 * out}px; height: ${Math.round(rect.h) + 2 * out}px`;
    const style = `${place}; --c: ${color}; --ink: ${inkOn(color)}; --level: ${level}`;
    const badge = i === 0 ? mark.badge : "";
    const drawn = `${names}|${style}|${badge}`;
    if (drawn === box.drawn) return box;
    box.drawn = drawn;
    box.element.className = names;
    box.element.style.cssText = style;
    if (badge) box.element.dataset.badge = badge;
    else delete box.element.dataset.badge;
    return box;
  }

  /** How far a box stands off what it marks. @type {Record<Look, number>} */
  const OUTSET = { match: 3, plus: 3, minus: 3, doubt: 3, lost: 3, gained: 3, ghost: 3, record: 6, region: -2, flash: 4, hover: 3 };

  /** Black or white, whichever reads better. @param {string} color as `#rrggbb` */
  function inkOn(color) {
    const [r, g, b] = [1, 3, 5].map((i) => (parseInt(color.slice(i, i + 2), 16) / 255) ** 2.2);
    return 0.2126 * r + 0.7152 * g + 0.0722 * b > 0.2 ? "#101828" : "#ffffff";
  }

  /** The layers above the page: in a shadow root of their own element, in the browser's top layer, beside the body. */
  class Overlay {
    constructor() {
      this.host = document.createElement("unhusk-overlay");
      this.host.popover = "manual";
      this.host.tabIndex = 0;
      this.host.setAttribute("role", "application");
      this.host.setAttribute("aria-label", "Page: arrow keys move, Space labels, Escape leaves");
      this.host.style.cssText =
        "all: initial !important; display: block !important; position: absolute !important; inset: 0 auto auto 0 !important; " +
        "width: 0 !important; height: 0 !important; overflow: visible !important; z-index: 2147483647 !important; pointer-events: none !important;";
      const shadow = this.host.attachShadow({ mode: "closed" });
      shadow.adoptedStyleSheets = [takeOwnSheet()];
      this.root = document.createElement("div");
      this.root.className = "root";
      this.ring = document.createElement("div");
      this.ring.className = "ring";
      shadow.append(this.root, this.ring);
      this.regions = new Layer(this.root, "regions");
      this.ghosts = new Layer(this.root, "ghosts");
      this.marks = new Layer(this.root, "marks");
      this.flashes = new Layer(this.root, "flashes");
      this.hover = new Layer(this.root, "hovers");
      this.layers = [this.regions, this.ghosts, this.marks, this.flashes, this.hover];
      this.map = new MiniMap(this.root);
      this.tip = new Tip(this.root);
      this.pending = 0;
    }

    attach() {
      document.documentElement.append(this.host);
      this.host.showPopover?.();
      resizes.disconnect();
      resizes.observe(document.documentElement);
      if (document.body) resizes.observe(document.body);
    }

    /** Measures and draws all again, once per frame. */
    refresh() {
      if (this.pending) return;
      this.pending = requestAnimationFrame(() => {
        this.pending = 0;
        readView();
        const clips = new Map();
        for (const layer of this.layers) layer.measure(clips);
        for (const layer of this.layers) layer.draw();
        this.map.draw(this.marks.marks);
        this.tip.place();
      });
    }
  }

  /** Takes the sheet of the layers out of the document, where the server put it. */
  function takeOwnSheet() {
    const style = document.querySelector("style");
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(style?.textContent ?? "");
    style?.remove();
    return sheet;
  }

  /** Ticks at the right edge: where on the whole page marks are. */
  class MiniMap {
    /** @param {HTMLElement} parent */
    constructor(parent) {
      this.canvas = document.createElement("canvas");
      this.canvas.className = "map";
      parent.append(this.canvas);
    }

    /** @param {Mark[]} marks */
    draw(marks) {
      const ticks = marks.filter((mark) => mark.look !== "record" && mark.rects.length);
      this.canvas.hidden = ticks.length === 0 || view.total < 1.2 * view.h;
      if (this.canvas.hidden) return;
      const ratio = devicePixelRatio;
      this.canvas.width = MAP_WIDTH * ratio;
      this.canvas.height = view.h * ratio;
      const context = this.canvas.getContext("2d");
      if (!context) return;
      context.scale(ratio, ratio);
      const drawn = new Set();
      for (const { look, color, rects } of ticks) {
        const y = Math.round((rects[0].y / view.total) * (view.h - 4));
        const key = `${y} ${look} ${color}`;
        if (drawn.has(key)) continue;
        drawn.add(key);
        context.fillStyle = "#ffffff";
        context.fillRect(look === "match" ? 3 : 0, y - 1, MAP_WIDTH, 5);
        context.fillStyle = look === "minus" ? "#101828" : color;
        context.fillRect(look === "match" ? 4 : 1, y, MAP_WIDTH, 3);
      }
    }

    /** @param {number} x of the window */
    holds(x) {
      return !this.canvas.hidden && x >= view.w - MAP_WIDTH;
    }
  }
  const MAP_WIDTH = 12;

  /** The line at the hover box: what is there, and what a click does. */
  class Tip {
    /** @param {HTMLElement} parent */
    constructor(parent) {
      this.root = document.createElement("div");
      this.root.className = "tip";
      this.root.hidden = true;
      this.tag = document.createElement("b");
      this.text = document.createElement("span");
      this.say = document.createElement("i");
      this.root.append(this.tag, this.text, this.say);
      parent.append(this.root);
      /** @type {Rect | null} */
      this.at = null;
    }

    /** @param {Node} node @param {Rect | undefined} rect @param {string} say */
    show(node, rect, say) {
      this.at = rect ?? null;
      this.tag.textContent = node instanceof Element ? nameOf(node) : "text";
      this.text.textContent = shortText(node);
      this.say.textContent = say;
      this.place();
    }

    hide() {
      this.at = null;
      this.root.hidden = true;
    }

    /** Above the box, or below it where there is no room; towards the middle of the window. Reads nothing: it is done at each scroll. */
    place() {
      this.root.hidden = !this.at;
      if (!this.at) return;
      const { x, y, w, h } = this.at;
      const above = y - TIP_HEIGHT - 8;
      const top = above >= view.y + 4 ? above : Math.min(y + h + 8, view.y + view.h - TIP_HEIGHT - 6);
      const onRight = x - view.x > view.w / 2;
      const side = onRight ? Math.min(x + w + 3, view.x + view.w - 6) : Math.max(x - 3, view.x + 6);
      this.root.style.transform = `translate(${Math.round(side)}px, ${Math.round(top)}px)${onRight ? " translateX(-100%)" : ""}`;
    }
  }
  const TIP_HEIGHT = 28;

  /** @param {Node} node */
  function shortText(node) {
    const text = (node.textContent ?? "").slice(0, 400).replace(/\s+/g, " ").trim() || altText(node);
    return text.length > 48 ? `${text.slice(0, 47)}…` : text;
  }

  /** @param {Node} node */
  const altText = (node) => (node instanceof Element ? (node.getAttribute("alt") ?? node.getAttribute("value") ?? "") : "");

  const resizes = new ResizeObserver(() => {
    overlay.refresh();
    tellView();
  });

  // ---------------------------------------------------------------------------------------------------- marks

  const GREY = "#667085";
  const FALLBACK_COLORS = ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#7a5195", "#8c6d31"];

  /** What a click at a place would be about: see the tip. @type {Map<string, Look>} */
  let lookAt = new Map();
  /** Nodes that Tab goes through, in the order of the page. @type {Node[]} */
  let stops = [];
  /** @type {string[]} */
  let colors = FALLBACK_COLORS;
  /** Fields in the order of their numbers and colours; if it is empty, a field's number is its id. @type {number[]} */
  let fields = [];

  function clearMarks() {
    lookAt = new Map();
    stops = [];
    for (const layer of overlay.layers) layer.set([]);
    overlay.tip.hide();
    paintText([]);
  }

  /** @param {{ marks: Marks, colors?: string[], fields?: number[], current?: number | null, hideAll?: boolean }} message */
  function showMarks(message) {
    if (message.marks.page !== page) return;
    colors = (message.colors ?? []).filter((color) => /^#[0-9a-f]{6}$/i.test(color));
    if (!colors.length) colors = FALLBACK_COLORS;
    if (message.marks.stale) colors = [GREY];
    fields = message.fields ?? [];
    overlay.root.classList.toggle("stale", message.marks.stale);
    overlay.root.classList.toggle("off", message.hideAll === true);
    const all = toMarks(message.marks, message.current ?? null);
    lookAt = new Map(all.filter((mark) => mark.look !== "record").map((mark) => [keyOf(mark.places[0]), mark.look]));
    stops = toStops(all, message.current ?? null);
    overlay.marks.set(all);
    overlay.map.draw(all);
    paintText(message.hideAll ? [] : all);
    drawHover();
  }

  /** @param {number} field */
  const numberOf = (field) => (fields.length ? fields.indexOf(field) + 1 : field);

  /** @param {number} field */
  const colorOf = (field) => colors[(numberOf(field) - 1) % colors.length] ?? GREY;

  /**
   * All marks. What the user said hides what was concluded for the same place.
   * @param {Marks} marks @param {number | null} currentField @returns {Mark[]}
   */
  function toMarks(marks, currentField) {
    const said = new Set(marks.labels.map((label) => `${label.field} ${keyOf(label.place)}`));
    const disputed = new Set(marks.disputed.map((dispute) => `${dispute.field} ${keyOf(dispute.place)}`));
    const read = placesByFirst(marks);
    /** @type {Map<number, number>} */
    const levels = new Map();
    /** @param {Look} look @param {number} field @param {Place[]} places @param {string} sign @returns {Mark} */
    const mark = (look, field, places, sign) => {
      const owner = places[0].node;
      const level = levels.get(owner) ?? 0;
      levels.set(owner, level + 1);
      const faint = currentField !== null && currentField !== field && look === "match";
      return { look, field, color: colorOf(field), badge: `${numberOf(field)}${places[0].attr ? "@" : ""}${sign}`, faint, places, level, rects: [] };
    };
    const labels = marks.labels.map((label) => {
      const places = read.get(`${label.field} ${keyOf(label.place)} ${label.text}`) ?? [label.place];
      return label.sign === "+" ? mark("plus", label.field, places, "✓") : mark("minus", label.field, places, "−");
    });
    const values = marks.records.flatMap((record) =>
      record.cells.flatMap((cell) =>
        cell.values
          .filter((value) => value.places.length && !said.has(`${cell.field} ${keyOf(value.places[0])}`))
          .map((value) => {
            if (value.only) return value.only === "now" ? mark("lost", cell.field, value.places, "−") : mark("gained", cell.field, value.places, "+");
            const doubt = disputed.delete(`${cell.field} ${keyOf(value.places[0])}`) || value.doubt;
            return doubt ? mark("doubt", cell.field, value.places, "?") : mark("match", cell.field, value.places, "");
          }),
      ),
    );
    const open = marks.disputed.filter((dispute) => disputed.has(`${dispute.field} ${keyOf(dispute.place)}`));
    const doubts = open.map((dispute) => mark("doubt", dispute.field, [dispute.place], "?"));
    const brackets = marks.records.map(toBracket).filter((bracket) => bracket.places.length);
    return [...brackets, ...values, ...doubts, ...labels];
  }

  /** All places of the values that have several, by the first and the text: a label has only that one. @param {Marks} marks @returns {Map<string, Place[]>} */
  function placesByFirst({ records }) {
    const found = new Map();
    for (const { field, values } of records.flatMap(({ cells }) => cells)) {
      for (const { places, text } of values) if (places.length > 1) found.set(`${field} ${keyOf(places[0])} ${text}`, places);
    }
    return found;
  }

  /** @param {PageRecord} record @param {number} i @returns {Mark} */
  const toBracket = (record, i) => ({ ...plainMark("record", record.box.map((node) => ({ node }))), badge: String(i + 1) });

  /** @param {Look} look @param {Place[]} places @returns {Mark} */
  const plainMark = (look, places) => ({ look, field: -1, color: GREY, badge: "", faint: false, places, level: 0, rects: [] });

  /** The same for an element and for the only text in it. @param {Place} place */
  function keyOf(place) {
    const node = nodes[place.node];
    const whole = place.start === undefined || (node instanceof Text && place.to === undefined && place.start === 0 && place.end === node.length);
    const id = node && whole ? (ids.get(wholeOf(node)) ?? place.node) : place.node;
    return `${id} ${whole ? "" : `${place.start}-${place.to ?? ""}:${place.end}`} ${place.attr ?? ""}`;
  }

  /** @param {Mark[]} all @param {number | null} currentField */
  function toStops(all, currentField) {
    const differences = all.filter((mark) => mark.look === "lost" || mark.look === "gained");
    const matches = differences.length ? differences : all.filter((mark) => mark.look === "match" || mark.look === "plus" || mark.look === "doubt");
    const ofField = matches.filter((mark) => mark.field === currentField);
    const found = (ofField.length ? ofField : matches).map((mark) => mark.places[0].node);
    return [...new Set(found)].sort((a, b) => a - b).flatMap((id) => (nodes[id] ? [wholeOf(/** @type {Node} */ (nodes[id]))] : []));
  }

  const DECORATION = { match: "underline dashed", plus: "underline solid", minus: "line-through solid", doubt: "underline dotted", lost: "line-through dashed", gained: "underline dotted" };
  const canPaint = "highlights" in CSS && typeof Highlight === "function";

  /** Paints marks of text parts with the browser's highlights, which touch no node. @param {Mark[]} all */
  function paintText(all) {
    if (!canPaint) return;
    CSS.highlights.clear();
    /** @type {Map<string, StaticRange[]>} */
    const groups = new Map();
    for (const { look, color, places } of all) {
      if (!(look in DECORATION)) continue;
      const ranges = places.flatMap(toRange);
      const key = `${look} ${color}`;
      if (ranges.length) groups.set(key, [...(groups.get(key) ?? []), ...ranges]);
    }
    let rules = SELECTION_RULE;
    let i = 0;
    for (const [key, ranges] of groups) {
      const [look, color] = key.split(" ");
      rules += `::highlight(unhusk-${i}) { background-color: ${color}33; text-decoration: ${DECORATION[/** @type {"match"} */ (look)]} 2px ${color} }\n`;
      CSS.highlights.set(`unhusk-${i++}`, new Highlight(...ranges));
    }
    textSheet.replaceSync(rules);
  }
  const SELECTION_RULE = "::highlight(unhusk-span) { background-color: #1570ef55; text-decoration: underline solid 2px #1570ef }\n";

  /** @param {Place} place */
  function toRange({ node, start, to = node, end }) {
    const [text, last] = [nodes[node], nodes[to]];
    if (!(text instanceof Text) || !(last instanceof Text) || start === undefined || end === undefined) return [];
    return [new StaticRange({ startContainer: text, startOffset: Math.min(start, text.length), endContainer: last, endOffset: Math.min(end, last.length) })];
  }

  /** @param {Place[]} places */
  function showFlash(places) {
    overlay.flashes.set(places.map((place) => ({ ...plainMark("flash", [place]), color: "#1570ef" })));
    clearTimeout(flashTimer);
    flashTimer = window.setTimeout(() => overlay.flashes.set([]), 1400);
  }
  let flashTimer = 0;

  /** What a click at a node would match. @type {{ node: Node | null, places: Place[], count: number }} */
  let ghost = { node: null, places: [], count: 0 };

  /** @param {Place[]} places @param {number} count */
  function showGhost(places, count) {
    ghost = { node: current, places, count };
    drawHover();
  }

  function drawGhost() {
    const shown = current && current === ghost.node ? ghost.places.filter((place) => !lookAt.has(keyOf(place))) : [];
    overlay.ghosts.set(shown.map((place) => plainMark("ghost", [place])));
  }

  /** @param {number[][]} boxes */
  function showRegions(boxes) {
    overlay.regions.set(boxes.map((box, i) => ({ ...plainMark("region", box.map((node) => ({ node }))), color: "#1570ef", badge: String(i + 1) })));
  }

  /** Brings a place to the middle of the window; scrolls only this frame. @param {Place} place @param {boolean} [always] */
  function scrollToPlace(place, always = true) {
    const node = nodes[place.node];
    const element = node instanceof Element ? node : node?.parentElement;
    if (!element) return;
    scrollInside(element);
    readView();
    const [rect] = rectsOf(place, new Map());
    if (!rect) return;
    const seen = rect.y >= view.y + 40 && rect.y + Math.min(rect.h, view.h / 2) <= view.y + view.h - 40;
    if (seen && !always) return;
    const top = rect.y - Math.max(60, (view.h - rect.h) / 2);
    const near = Math.abs(top - view.y) < 2 * view.h;
    scrollTo({ left: Math.max(0, rect.x + rect.w - view.w + 40), top, behavior: near && !calm.matches ? "smooth" : "instant" });
  }

  /** Scrolls boxes of the page that hold the element. @param {Element} element */
  function scrollInside(element) {
    for (let box = element.parentElement; box && box !== document.body; box = box.parentElement) {
      if (box.scrollHeight <= box.clientHeight || !/auto|scroll/.test(getComputedStyle(box).overflowY)) continue;
      const gap = element.getBoundingClientRect().top - box.getBoundingClientRect().top;
      if (gap < 0 || gap > box.clientHeight - 20) box.scrollTop += gap - box.clientHeight / 2;
    }
  }

  // ---------------------------------------------------------------------------------------------------- picking

  const THINGS = new Set("a img input button select textarea video audio canvas svg picture meter progress iframe object embed".split(" "));

  /** @param {Node} node */
  const isBlank = (node) => !(node.textContent ?? "").trim();

  /** @param {Node} node */
  const isShownText = (node) => node instanceof Text && !isBlank(node);

  /** The element, if the node is its only content; else the node. @param {Node} node @returns {Node} */
  function wholeOf(node) {
    const parent = node.parentElement;
    if (!(node instanceof Text) || !parent || !ids.has(parent) || parent.firstElementChild) return node;
    return [...parent.childNodes].filter(isShownText).length === 1 ? parent : node;
  }

  /**
   * The node under the pointer, or null.
   * @param {number} x @param {number} y @param {boolean} inner take the innermost node
   */
  function pick(x, y, inner) {
    const under = document.elementsFromPoint(x, y).filter((element) => ids.has(element));
    const text = textAt(x, y);
    if (inner) return text ?? under[0] ?? null;
    if (text && under[0] === text.parentElement) return wholeOf(text);
    const found = under.find((element) => THINGS.has(element.localName) || !isBlank(element));
    if (!found || found === document.documentElement || found === document.body) return null;
    return /** @type {SVGElement} */ (found).ownerSVGElement && isBlank(found) ? outerSvg(found) : found;
  }

  /** @param {Element} element */
  const outerSvg = (element) => {
    let svg = element;
    while (svg.parentElement?.namespaceURI === SVG) svg = svg.parentElement;
    return svg;
  };

  /** @param {number} x @param {number} y @returns {{ node: Node, offset: number } | null} */
  function caretAt(x, y) {
    const position = document.caretPositionFromPoint?.(x, y);
    if (position) return { node: position.offsetNode, offset: position.offset };
    const range = document.caretRangeFromPoint?.(x, y);
    return range ? { node: range.startContainer, offset: range.startOffset } : null;
  }

  /** The text whose letters are at a point, not only near it. @param {number} x @param {number} y */
  function textAt(x, y) {
    const node = caretAt(x, y)?.node;
    if (!(node instanceof Text) || !ids.has(node) || isBlank(node)) return null;
    sharedRange.selectNodeContents(node);
    const holds = [...sharedRange.getClientRects()].some((r) => x >= r.left - 1 && x <= r.right + 1 && y >= r.top - 1 && y <= r.bottom + 1);
    return holds ? node : null;
  }

  // ---------------------------------------------------------------------------------------------------- hover

  /** What the hover box is at. @type {Node | null} */
  let current = null;
  /** "3 of 48", after Tab. */
  let ordinal = "";

  /** @param {Node | null} node @param {{ tell?: boolean, shift?: boolean, x?: number, y?: number, ordinal?: string }} [how] */
  function setCurrent(node, how = {}) {
    ordinal = how.ordinal ?? "";
    if (node === current && !ordinal) return;
    current = node;
    drawHover();
    if (node && how.tell !== false) tellHover(how.shift === true, how.x, how.y);
  }

  /** @param {boolean} shift @param {number} [x] @param {number} [y] */
  function tellHover(shift, x, y) {
    const node = idOfCurrent();
    const corner = cornerOfCurrent();
    postLater("hover", () => ({ t: "hover", node, shift, x: Math.round(x ?? corner.x), y: Math.round(y ?? corner.y) }));
  }

  const idOfCurrent = () => (current && ids.get(current)) ?? -1;

  function drawHover() {
    drawGhost();
    const id = idOfCurrent();
    if (!current || id < 0) {
      overlay.hover.set([]);
      overlay.tip.hide();
      return;
    }
    const mark = { ...plainMark("hover", [{ node: id }]), color: "#1570ef" };
    overlay.hover.set([mark]);
    overlay.tip.show(current, mark.rects[0], sayClick(id));
  }

  /** What a click at the hover box would do, in words. @param {number} id */
  function sayClick(id) {
    if (ordinal) return ordinal;
    const look = lookAt.get(keyOf({ node: id }));
    if (look === "plus" || look === "minus") return "click: take back";
    if (look === "match") return "click: not this";
    if (look === "doubt") return "not sure";
    if (look === "lost") return "only now";
    if (look === "gained") return "only the other learner";
    return current === ghost.node && ghost.count > 1 ? `click: ${ghost.count} similar` : "";
  }

  /** Bottom left of the hover box, in pixels of the window. */
  function cornerOfCurrent() {
    const rect = overlay.hover.marks[0]?.rects[0];
    return rect ? { x: Math.round(rect.x - view.x), y: Math.round(rect.y + rect.h - view.y) } : { x: 0, y: 0 };
  }

  // ---------------------------------------------------------------------------------------------------- pointer

  const DRAG_STARTS = 4;
  /** @type {{ x: number, y: number, caret: { node: Node, offset: number } | null, dragged: boolean } | null} */
  let press = null;
  /** The last place of the pointer: the browser repeats moves when the page scrolls below it. */
  let pointer = { x: -1, y: -1 };
  /** Text that is being selected. @type {Span | null} */
  let span = null;

  /** @param {PointerEvent} event */
  function onMove(event) {
    const { clientX: x, clientY: y } = event;
    if (x === pointer.x && y === pointer.y) return;
    pointer = { x, y };
    if (press && event.buttons & 1) return dragTo(x, y, event.altKey);
    setCurrent(pick(x, y, event.shiftKey), { shift: event.shiftKey, x, y });
  }

  /** @param {PointerEvent} event */
  function onDown(event) {
    overlay.host.focus({ preventScroll: true });
    overlay.ring.hidden = true;
    setSpan(null);
    if (event.button !== 0) return;
    const { clientX: x, clientY: y } = event;
    if (overlay.map.holds(x)) return scrollTo(0, (y / view.h) * view.total - view.h / 2);
    press = { x, y, caret: event.pointerType === "touch" ? null : caretAt(x, y), dragged: false };
  }

  /** @param {PointerEvent} event */
  function onUp(event) {
    const pressed = press;
    press = null;
    if (!pressed || event.button !== 0) return;
    if (pressed.dragged) return tellSpan(event.altKey, event.clientX, event.clientY);
    const node = pick(event.clientX, event.clientY, event.shiftKey);
    setCurrent(node, { shift: event.shiftKey, x: event.clientX, y: event.clientY });
    if (node) tellClick(event.altKey, event.shiftKey, event.clientX, event.clientY);
  }

  /** @param {boolean} alt @param {boolean} shift @param {number} x @param {number} y */
  function tellClick(alt, shift, x, y) {
    post({ t: "click", node: idOfCurrent(), alt, shift, x: Math.round(x), y: Math.round(y) });
  }

  /** @param {number} x @param {number} y @param {boolean} exact */
  function dragTo(x, y, exact) {
    if (!press || Math.abs(x - press.x) + Math.abs(y - press.y) < DRAG_STARTS) return;
    const anchor = textPoint(press.caret);
    if (!anchor) return;
    press.dragged = true;
    const point = textPoint(caretAt(x, y));
    if (point) selectText(anchor, point, exact);
    setCurrent(null, { tell: false });
  }

  /** The text that a caret is in; null between elements. @param {{ node: Node, offset: number } | null} caret @returns {Point | null} */
  const textPoint = (caret) => (caret?.node instanceof Text && ids.has(caret.node) ? { text: caret.node, offset: caret.offset } : null);

  /** Selects from one point to another, in whichever order they are; without `exact` whole words. @param {Point} a @param {Point} b @param {boolean} exact */
  function selectText(a, b, exact) {
    const isForward = a.text === b.text ? a.offset <= b.offset : isAfter(b.text, a.text);
    const [from, to] = isForward ? [a, b] : [b, a];
    const all = { text: from.text, start: from.offset, last: to.text, end: to.offset };
    setSpan(trimSpan(exact || isEmpty(all) ? all : snapToWords(all)));
  }

  /** @param {Span} span */
  const isEmpty = ({ text, start, last, end }) => text === last && start >= end;

  /** @param {Node} node @param {Node} other */
  const isAfter = (node, other) => (other.compareDocumentPosition(node) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;

  const words = new Intl.Segmenter(undefined, { granularity: "word" });

  /** @param {Span} span @returns {Span} */
  function snapToWords({ text, start, last, end }) {
    const first = words.segment(text.data).containing(start);
    const final = end > 0 ? words.segment(last.data).containing(end - 1) : undefined;
    return { text, start: first?.index ?? start, last, end: final ? final.index + final.segment.length : end };
  }

  /** A span without white space at its ends, and without texts of which it has nothing else. @param {Span} span @returns {Span | null} */
  function trimSpan({ text, start, last, end }) {
    /** @type {Text | null} */
    let first = text;
    for (; first && isAfter(last, first) && !first.data.slice(start).trim(); start = 0) first = nearText(first, "nextNode");
    /** @type {Text | null} */
    let final = last;
    for (; first && final && isAfter(final, first) && !final.data.slice(0, end).trim(); end = final?.length ?? 0) final = nearText(final, "previousNode");
    if (!first || !final || isAfter(first, final)) return null;
    const trimmed = { text: first, start: first.length - first.data.slice(start).trimStart().length, last: final, end: final.data.slice(0, end).trimEnd().length };
    return isEmpty(trimmed) ? null : trimmed;
  }

  /** The nearest text before or after one that is shown. @param {Text} text @param {"nextNode" | "previousNode"} way */
  function nearText(text, way) {
    const walker = document.createTreeWalker(document, NodeFilter.SHOW_TEXT);
    walker.currentNode = text;
    let next = /** @type {Text | null} */ (walker[way]());
    while (next && (isBlank(next) || !textRects(next, 0, next.length).length)) next = /** @type {Text | null} */ (walker[way]());
    return next;
  }

  /** @param {Span} span @returns {Place} */
  const placeOf = ({ text, start, last, end }) => ({ node: ids.get(text) ?? -1, start, to: ids.get(last) ?? -1, end });

  /** @param {Span | null} next */
  function setSpan(next) {
    span = next;
    if (!canPaint) overlay.flashes.set(span ? [{ ...plainMark("hover", [placeOf(span)]), color: "#1570ef" }] : []);
    else if (span) CSS.highlights.set("unhusk-span", new Highlight(...toRange(placeOf(span))));
    else CSS.highlights.delete("unhusk-span");
  }

  /** @param {boolean} alt @param {number} x @param {number} y */
  function tellSpan(alt, x, y) {
    if (!span) return;
    post({ t: "span", ...placeOf(span), alt, x: Math.round(x), y: Math.round(y) });
    setSpan(null);
  }

  /** @param {MouseEvent} event */
  function onMenu(event) {
    const [x, y] = [Math.round(event.clientX), Math.round(event.clientY)];
    const record = event.button === 2 ? bracketAt(x, y) : -1;
    if (record >= 0) return post({ t: "record", record, x, y });
    const node = event.button === 2 ? pick(event.clientX, event.clientY, event.shiftKey) : current;
    setCurrent(node, { x: event.clientX, y: event.clientY });
    if (node) post({ t: "menu", node: idOfCurrent(), x, y });
  }

  /** The record whose bracket or number is at a point of the window, or -1. @param {number} x @param {number} y */
  function bracketAt(x, y) {
    const brackets = overlay.marks.marks.filter((mark) => mark.look === "record" && mark.rects.length);
    const found = brackets.find(({ rects: [rect] }) => {
      const [right, down] = [x + view.x - (rect.x - OUTSET.record), y + view.y - (rect.y - OUTSET.record)];
      const isLine = right >= -2 && right <= 9 && down >= 0 && down <= rect.h + 2 * OUTSET.record;
      const isNumber = right >= -24 && right <= 0 && down >= 5 && down <= 23;
      return isLine || isNumber;
    });
    return found ? Number(found.badge) - 1 : -1;
  }

  // ---------------------------------------------------------------------------------------------------- keys

  /** Where "down" leads from a parent: the child from which one came. @type {WeakMap<Node, Node>} */
  const cameFrom = new WeakMap();

  /** @param {Node | null} node @returns {node is Node} whether the hover box can be there */
  function isReachable(node) {
    if (!node || !ids.has(node)) return false;
    if (node instanceof Text) return !isBlank(node) && wholeOf(node) === node && textRects(node, 0, node.length).length > 0;
    return node instanceof Element && elementRects(node).length > 0;
  }

  /** @param {Node} node @param {"nextSibling" | "previousSibling"} way */
  function sibling(node, way) {
    let next = node[way];
    while (next && !isReachable(next)) next = next[way];
    return next;
  }

  /** @param {Node} node @returns {Node | null} */
  function parentOf(node) {
    const parent = node.parentElement;
    if (!parent || parent === document.documentElement) return null;
    cameFrom.set(parent, node);
    return isReachable(parent) ? parent : parentOf(parent);
  }

  /** @param {Node} node @returns {Node | null} */
  function childOf(node) {
    const before = cameFrom.get(node);
    if (before && before.parentNode === node && isReachable(before)) return before;
    const first = node.firstChild;
    return first && (isReachable(first) ? first : sibling(first, "nextSibling"));
  }

  /** The next node that is not inside this one. @param {Node} node */
  function nextOf(node) {
    /** @type {Node | null} */
    let at = node;
    for (; at; at = at.parentElement) {
      if (at === document.body || at === document.documentElement) return null;
      const next = sibling(at, "nextSibling");
      if (next) return next;
    }
    return null;
  }

  /** @type {Record<string, (node: Node) => Node | null>} */
  const MOVES = {
    ArrowDown: nextOf,
    ArrowUp: (node) => sibling(node, "previousSibling") ?? parentOf(node),
    ArrowLeft: parentOf,
    ArrowRight: childOf,
    p: parentOf,
    c: childOf,
  };

  /** Keys that would make the browser do something of its own; the studio has its own use for them. */
  const TAKEN = /^(?:\/|'|F2|Backspace|Delete| )$/;
  const TAKEN_WITH_CTRL = /^[szyfpda]$/i;

  /** Whether keys of one letter act alone: P, C, H and the full stop. */
  let letters = true;

  /** @param {KeyboardEvent} event */
  function onKey(event) {
    overlay.ring.hidden = false;
    const key = { key: event.key, ctrl: event.ctrlKey || event.metaKey, shift: event.shiftKey, alt: event.altKey };
    const isOff = !letters && /^\S$/.test(key.key);
    if (!isOff && useKey(key)) return cancel(event);
    if (TAKEN.test(key.key) || (key.ctrl && TAKEN_WITH_CTRL.test(key.key))) event.preventDefault();
    if (!/^(?:Shift|Control|Alt|Meta|AltGraph|Dead|Process|Unidentified)$/.test(key.key)) {
      post({ t: "key", key: key.key.slice(0, 20), ctrl: key.ctrl, shift: key.shift, alt: key.alt });
    }
  }

  /** Whether the agent used the key itself. @param {Key} key */
  function useKey(key) {
    if (key.ctrl) return false;
    const name = key.key.length === 1 ? key.key.toLowerCase() : key.key;
    if (key.shift && name.startsWith("Arrow")) return stretchSpan(name, key.alt);
    if (name in MOVES && !key.alt) return move(MOVES[name]);
    switch (name) {
      case " ":
      case "Enter":
        return clickCurrent(key);
      case "Tab":
        return moveToMatch(key.shift ? -1 : 1);
      case "Escape":
        return leave();
      case "ContextMenu":
      case ".":
        return menuOfCurrent();
      case "h":
        return hideMarks(true);
      default:
        return name === "F10" && key.shift ? menuOfCurrent() : false;
    }
  }

  /** @param {(node: Node) => Node | null} step */
  function move(step) {
    const next = current ? step(current) : firstNode();
    if (next) goTo(next, "");
    return true;
  }

  /** Where the keys start: at the first match, or at the first thing in the body. */
  const firstNode = () => stops[0] ?? (document.body && childOf(document.body));

  /** @param {Node} node @param {string} text of its number */
  function goTo(node, text) {
    setSpan(null);
    setCurrent(node, { ordinal: text });
    const id = ids.get(node);
    if (id !== undefined) scrollToPlace({ node: id }, false);
  }

  /** @param {1 | -1} step */
  function moveToMatch(step) {
    if (!stops.length) return leave();
    const at = current ? stops.indexOf(current) : -1;
    const next = at >= 0 ? at + step : nearestStop(step);
    const i = (next + stops.length) % stops.length;
    goTo(stops[i], `${i + 1} of ${stops.length}`);
    return true;
  }

  /** @param {1 | -1} step */
  function nearestStop(step) {
    const from = current;
    if (!from) return step > 0 ? 0 : stops.length - 1;
    const after = stops.findIndex((stop) => isAfter(stop, from));
    const next = after < 0 ? stops.length : after;
    return step > 0 ? next : next - 1;
  }

  /** @param {Key} key */
  function clickCurrent(key) {
    const corner = cornerOfCurrent();
    if (span) tellSpan(key.alt, corner.x, corner.y);
    else if (current) tellClick(key.alt, key.shift, corner.x, corner.y);
    return true;
  }

  function menuOfCurrent() {
    if (current) post({ t: "menu", node: idOfCurrent(), ...cornerOfCurrent() });
    return true;
  }

  /** First drops what is selected, then the focus. */
  function leave() {
    if (span) setSpan(null);
    else post({ t: "leave" });
    return true;
  }

  /** @param {boolean} on */
  function hideMarks(on) {
    overlay.root.classList.toggle("held", on);
    return true;
  }

  /**
   * Selects text of the current node by words (with Alt by letters): right and left move its end, down and up its start.
   * @param {string} arrow @param {boolean} exact
   */
  function stretchSpan(arrow, exact) {
    const from = span ?? startOfText(firstText(current));
    if (!from) return true;
    const forward = arrow === "ArrowRight" || arrow === "ArrowDown";
    const movesEnd = arrow === "ArrowRight" || arrow === "ArrowLeft";
    const [text, offset] = movesEnd ? [from.last, from.end] : [from.text, from.start];
    const at = stepWord(text.data, offset, forward ? 1 : -1, exact);
    const next = movesEnd ? { ...from, end: at } : { ...from, start: at };
    setSpan(isEmpty(next) ? null : trimSpan(next));
    return true;
  }

  /** @param {Node | null} node */
  function firstText(node) {
    if (!node || node instanceof Text) return node;
    return /** @type {Text | undefined} */ ([...node.childNodes].find(isShownText)) ?? null;
  }

  /** @param {Text | null} text @returns {Span | null} */
  function startOfText(text) {
    if (!text) return null;
    const start = text.data.search(/\S/);
    return { text, start, last: text, end: start };
  }

  /** The next border of a word. @param {string} text @param {number} at @param {1 | -1} step @param {boolean} exact */
  function stepWord(text, at, step, exact) {
    let next = at + step;
    if (next < 0 || next > text.length) return at;
    if (exact) return next;
    const segments = words.segment(text);
    const segment = () => segments.containing(step > 0 ? next - 1 : next);
    while (next > 0 && next < text.length && /^\s+$/.test(segment()?.segment ?? "x")) next += step;
    const word = segment();
    if (!word) return next;
    return step > 0 ? word.index + word.segment.length : word.index;
  }

  // ---------------------------------------------------------------------------------------------------- events

  /** What a page or a browser would do by itself at these events is cancelled before any node sees it. */
  const CANCELLED = (
    "click dblclick auxclick mousedown mouseup submit reset formdata dragstart dragover dragenter drop selectstart " +
    "beforeinput input change paste cut copy keypress invalid toggle beforetoggle cancel close command securitypolicyviolation"
  ).split(" ");

  /** @param {Event} event */
  function cancel(event) {
    event.preventDefault();
    event.stopImmediatePropagation();
  }

  /** @template {Event} E @param {string} type @param {(event: E) => void} act */
  function listen(type, act) {
    addEventListener(type, /** @type {EventListener} */ (/** @type {unknown} */ (act)), { capture: true, passive: false });
  }

  function listenToAll() {
    for (const type of CANCELLED) listen(type, cancel);
    listen("pointermove", onMove);
    listen("pointerdown", onDown);
    listen("pointerup", onUp);
    listen("pointercancel", () => (press = null));
    listen("contextmenu", (/** @type {MouseEvent} */ event) => {
      cancel(event);
      onMenu(event);
    });
    listen("keydown", onKey);
    listen("keyup", (/** @type {KeyboardEvent} */ event) => {
      if (event.key.toLowerCase() === "h") hideMarks(false);
    });
    listen("blur", () => hideMarks(false));
    listen("focus", keepFocus);
    listen("scroll", onScroll);
    listen("load", () => overlay.refresh());
    listen("resize", () => {
      overlay.refresh();
      tellView();
    });
    document.addEventListener("pointerleave", () => {
      pointer = { x: -1, y: -1 };
      if (!press) setCurrent(null);
    });
  }

  /** The frame is one tab stop: the layers' element has the focus, and no node of the page. @param {FocusEvent} event */
  function keepFocus(event) {
    if (event.target !== overlay.host) overlay.host.focus({ preventScroll: true });
  }

  /** @param {Event} event */
  function onScroll(event) {
    if (event.target !== document) return overlay.refresh();
    readView();
    for (const layer of overlay.layers) layer.follow();
    overlay.tip.place();
    tellView();
    clearTimeout(settleTimer);
    if (overlay.marks.marks.length <= MOST_SETTLED) settleTimer = window.setTimeout(() => overlay.refresh(), 120);
  }
  /** After a scroll all is measured again, if that is quick: parts of a page may stay where they are in the window. */
  const MOST_SETTLED = 1500;
  let settleTimer = 0;

  // ---------------------------------------------------------------------------------------------------- the port

  /** @type {MessagePort | null} */
  let port = null;
  /** So many messages at once, and so many more per second: at most 120 in any second. */
  const BURST = 60;
  let allowance = BURST;
  let lastPost = 0;
  /** What to say of each kind of message that may wait. @type {Map<string, () => Message>} */
  const waiting = new Map();

  /** @param {Message} message */
  function post(message) {
    const now = performance.now();
    allowance = Math.min(BURST, allowance + ((now - lastPost) * BURST) / 1000);
    lastPost = now;
    if (allowance < 1) return;
    allowance -= 1;
    port?.postMessage(message);
  }

  /**
   * Sends one message of a kind at the next frame, made then; leaves room for those that cannot wait.
   * @param {string} type @param {() => Message} make
   */
  function postLater(type, make) {
    if (waiting.size === 0) requestAnimationFrame(sendWaiting);
    waiting.set(type, make);
  }

  function sendWaiting() {
    if (performance.now() - lastPost < 25 && allowance < BURST / 2) return void requestAnimationFrame(sendWaiting);
    for (const make of waiting.values()) post(make());
    waiting.clear();
  }

  function tellView() {
    postLater("view", () => ({ t: "view", top: Math.round(view.y), height: view.h, total: view.total }));
  }

  /** @type {Record<string, (message: any) => void>} */
  const ACTS = {
    page: showPage,
    marks: showMarks,
    ghost: (message) => showGhost(message.places, message.count),
    regions: (message) => showRegions(message.boxes),
    flash: (message) => showFlash(message.places),
    scroll: (message) => scrollToPlace(message.place),
    hover: (message) => setCurrent(nodes[message.node] ?? null, { tell: false }),
    key: (message) => useKey({ key: message.key, ctrl: false, shift: message.shift === true, alt: message.alt === true }),
    zoom: (message) => setZoom(message.z),
    css: (message) => setPageCss(message.on),
    letters: (message) => (letters = message.on === true),
    theme: (message) => overlay.root.classList.toggle("dark", message.dark),
    count: readBack,
  };

  /** Takes the first port that the studio's page sends, and listens to nothing else from then on. @param {MessageEvent} event */
  function takePort(event) {
    if (event.source !== parent || event.data?.unhusk !== "port" || !event.ports[0]) return;
    removeEventListener("message", takePort);
    port = event.ports[0];
    port.onmessage = ({ data }) => {
      if (Object.hasOwn(ACTS, data?.t)) ACTS[data.t](data);
    };
    post({ t: "ready" });
  }

  const overlay = new Overlay();
  overlay.attach();
  document.currentScript?.remove();
  listenToAll();
  addEventListener("message", takePort);
})();
