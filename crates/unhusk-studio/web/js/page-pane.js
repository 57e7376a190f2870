// @ts-check
/** Middle pane: the page as a picture, a tree or source, its tools above and the rule below. */

import { button, byId, cut, el, fill, segmented, setAttr } from "./dom.js";
import { frameColours } from "./look.js";
import { say } from "./live.js";
import { compareReadings } from "./difference.js";
import { valueKey } from "./mark-index.js";
import { sureText } from "./inspector.js";
import { emptyPage } from "./empty.js";
import { TreeView } from "./tree.js";
import { SourceView } from "./source.js";

/** No field is current: values that both learners read stay in the background. */
const NO_FIELD = -1;
const ZOOMS = [0.5, 0.67, 0.8, 1, 1.25, 1.5, 2];

/** @typedef {import("./types.js").Studio} Studio */
/** @typedef {import("./types.js").Place} Place */

/** @param {Studio} studio */
export function mountPagePane(studio) {
  mountTools(studio);
  mountViews(studio);
  mountRuleLine(studio);
  mirrorState(studio);
}

/** @param {Studio} studio */
function mountTools(studio) {
  const { store } = studio;
  const about = el("div", { class: "page-about" });
  const right = el("div", { class: "page-tools" });
  byId("page-bar").append(about, findBox(studio), right);
  store.watch(["data", "css", "zoom", "view", "index"], (state) => {
    fill(about, ...aboutPage(state.data));
    fill(right, ...toolButtons(studio));
  });
}

/** @param {import("./types.js").PageData | null} data */
function aboutPage(data) {
  if (!data) return [el("span", { class: "quiet" }, "No page")];
  return [
    !data.truncated &&
      el("span", { class: "page-title cut", title: `${data.title}\n${data.url ?? data.name}` }, data.url ?? data.title ?? data.name),
    data.truncated && el("span", { class: "notice-chip", title: data.truncated }, `⚠ ${data.truncated}`),
    ...data.notes.map((note) => el("span", { class: "notice-chip mild", title: note }, cut(note, 60))),
  ];
}

/** @param {Studio} studio */
function toolButtons(studio) {
  const { store, keys } = studio;
  const { css, zoom, view, index } = store.state;
  const picture = view === "page";
  const none = !index?.matches.length;
  return [
    button("Previous match", () => keys.run("previous-match"), {
      icon: "up",
      bare: true,
      class: "plain",
      key: "previous-match",
      disabled: none,
      title: "Previous match (Shift+Tab)",
    }),
    button("Next match", () => keys.run("next-match"), {
      icon: "down",
      bare: true,
      class: "plain",
      key: "next-match",
      disabled: none,
      title: "Next match (Tab)",
    }),
    button("Page styles", () => store.set({ css: !css }), {
      class: "plain",
      pressed: css,
      key: "css",
      disabled: !picture,
      title: "The page's own style sheets, on or off",
    }),
    button("Smaller", () => store.set({ zoom: nextZoom(zoom, -1) }), {
      icon: "minus",
      bare: true,
      class: "plain",
      key: "smaller",
      disabled: !picture || zoom === ZOOMS[0],
    }),
    el("span", { class: "zoom", "aria-label": "Zoom of the page" }, `${Math.round(zoom * 100)} %`),
    button("Larger", () => store.set({ zoom: nextZoom(zoom, 1) }), {
      icon: "plus",
      bare: true,
      class: "plain",
      key: "larger",
      disabled: !picture || zoom === ZOOMS.at(-1),
    }),
    segmented(
      "View",
      [
        { value: "page", say: "Page" },
        { value: "tree", say: "Tree" },
        { value: "source", say: "Source" },
      ],
      view,
      (value) => store.set({ view: value }),
    ),
  ];
}

/** @param {number} zoom @param {1 | -1} way */
function nextZoom(zoom, way) {
  const at = ZOOMS.indexOf(zoom) + way;
  return ZOOMS[Math.min(Math.max(at, 0), ZOOMS.length - 1)] ?? 1;
}

/** Finds text on the page; Enter goes from hit to hit. @param {Studio} studio */
function findBox({ api, store, actions, frame }) {
  const input = el("input", { id: "find", type: "search", placeholder: "Find on the page  /", "aria-label": "Find text on the page" });
  const state = el("span", { class: "quiet find-state", "aria-live": "polite" });
  /** @type {{ text: string, hits: Place[], more: number, at: number }} */
  let found = { text: "", hits: [], more: 0, at: -1 };
  const next = async () => {
    const text = input.value.trim();
    if (!text) return;
    if (found.text !== text) {
      const answer = await api.get(`/api/page/${store.state.page}/find?text=${encodeURIComponent(text)}`);
      found = { text, hits: answer.hits, more: answer.more, at: -1 };
    }
    if (found.hits.length === 0) return void (state.textContent = "Not on this page");
    found.at = (found.at + 1) % found.hits.length;
    state.textContent = `${found.at + 1} of ${found.hits.length + found.more}`;
    const place = /** @type {Place} */ (found.hits[found.at]);
    store.set({ cursor: place.node });
    frame.reveal([place]);
    frame.hover(place.node);
  };
  input.addEventListener("keydown", (event) => {
    if (event.key === "Enter") next().catch((reason) => actions.fail(reason));
    if (event.key === "Escape") focusView();
  });
  input.addEventListener("input", () => (state.textContent = ""));
  store.watch(["page"], () => {
    found = { text: "", hits: [], more: 0, at: -1 };
    state.textContent = "";
  });
  return el("div", { class: "find" }, input, state);
}

/** @param {Studio} studio */
function mountViews(studio) {
  const tree = new TreeView(byId("view-tree"), studio);
  const source = new SourceView(byId("view-source"), studio);
  const note = byId("view-note");
  const { store, frame } = studio;
  let shown = store.state.view;
  store.watch(["view"], ({ view }) => {
    for (const name of ["page", "tree", "source"]) byId(`view-${name}`).hidden = name !== view;
    if (view === shown) return;
    shown = view;
    say(`${view} view`);
    if (view === "tree") tree.focus();
    else if (view === "source") source.focus();
    else frame.focus();
  });
  store.watch(["data", "task"], ({ data, task }) => {
    const text = emptyPage(studio, task, data);
    note.hidden = text === null;
    fill(note, text);
  });
}

/** Puts the keyboard back to the view that is shown. */
export function focusView() {
  const view = document.querySelector(".view:not([hidden])");
  const target = view?.querySelector("iframe, .tree, .source");
  if (target instanceof HTMLElement) target.focus();
}

/** The rule in one line, and how sure it is. @param {Studio} studio */
function mountRuleLine(studio) {
  const line = byId("rule-line");
  studio.store.watch(["task"], () => {
    const rule = studio.store.rule();
    setAttr(line, "data-sure", !rule ? null : rule.readings === 1 ? "yes" : "no");
    fill(
      line,
      el("span", { class: "rule-name" }, "Rule"),
      el("span", { class: "cut grow", title: rule?.short }, rule?.short ?? "None yet."),
      rule &&
        el(
          "span",
          { class: "rule-sure", title: sureText(rule) },
          rule.readings === 1 ? "✓ 1 reading fits" : `? ${rule.readings} readings fit`,
        ),
    );
  });
}

/** Keeps the frame up to date with the state. @param {Studio} studio */
function mirrorState({ store, frame }) {
  store.watch(["tree"], ({ data, tree, css }) => {
    if (data && tree) frame.show(data, tree, css);
  });
  /** @type {import("./mark-index.js").MarkIndex | null} */
  let before = null;
  store.watch(["index", "task", "armed", "bare", "tree", "other"], ({ index, marks, task, armed, bare, other }) => {
    if (!marks || !index || !task) return;
    frame.send({
      t: "marks",
      marks: other ? compareReadings(marks, other).marks : marks,
      colors: frameColours(task),
      fields: task.fields.map(({ id }) => id),
      current: other ? NO_FIELD : (armed ?? task.current),
      hideAll: bare && !other,
    });
    if (before && before !== index && before.tree === index.tree) frame.send({ t: "flash", places: newPlaces(before, index) });
    before = index;
  });
  store.watch(["regions"], ({ regions }) => {
    if (regions.length === 0) frame.send({ t: "regions", boxes: [] });
  });
  store.watch(["css"], ({ css }) => frame.send({ t: "css", on: css }));
  store.watch(["zoom"], ({ zoom }) => frame.send({ t: "zoom", z: zoom }));
  store.watch(["letters"], ({ letters }) => frame.send({ t: "letters", on: letters }));
  store.watch(["dark"], ({ dark }) => frame.send({ t: "theme", dark }));
}

/**
 * Places that match now and did not before: they flash once.
 * @param {import("./mark-index.js").MarkIndex} before
 * @param {import("./mark-index.js").MarkIndex} now
 * @returns {Place[]}
 */
function newPlaces(before, now) {
  /** @param {import("./mark-index.js").Match} match */
  const key = ({ place, field }) => valueKey(field, { places: [place] });
  const old = new Set(before.matches.map(key));
  return now.matches.filter((match) => !old.has(key(match))).map(({ place }) => place);
}
