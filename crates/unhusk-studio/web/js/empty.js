// @ts-check
/** What is shown where there is no page, or a page without text; and how pages are added. */

import { button, el } from "./dom.js";
import { copyBox, openDialog } from "./dialog.js";
import { icon } from "./icons.js";

/** @typedef {import("./types.js").Studio} Studio */

const SAMPLE = {
  name: "sample.html",
  html: `<!doctype html><html lang="en"><title>Clay &amp; Co.</title><h1>Mugs and pots</h1><ul>${[
    ["Blue mug", "12.00"],
    ["Red cup", "7.50"],
    ["Tea pot", "34.00"],
    ["Soup bowl", "9.00"],
    ["Oak tray", "21.00"],
  ]
    .map(([name, price]) => `<li class="product"><h2><a href="#">${name}</a></h2><p class="price">€${price}</p></li>`)
    .join("")}</ul></html>`,
};

/**
 * A text over the page pane, or null if there is a page to see.
 * @param {Studio} studio
 * @param {import("./types.js").Task | null} task
 * @param {import("./types.js").PageData | null} data
 */
export function emptyPage(studio, task, data) {
  if (!task) return null;
  if (task.pages.length === 0) return startState(studio);
  if (data && data.words === 0) return noWords(studio, data);
  return null;
}

/** @param {Studio} studio */
function startState(studio) {
  return el(
    "div",
    { class: "empty" },
    icon("husk"),
    el("h2", {}, "Drop a page here"),
    el("p", {}, "A page saved from your browser (HTML). It stays on this computer: nothing is run and nothing is sent."),
    el("div", { class: "empty-ways" }, ...addWays(studio)),
    copyBox("Or start with pages from the command line", "unhusk studio page.html more-pages/*.html"),
  );
}

/** @param {Studio} studio @param {import("./types.js").PageData} data */
function noWords(studio, data) {
  return el(
    "div",
    { class: "empty" },
    icon("warn"),
    el("h2", {}, "This page holds 0 visible words"),
    el("p", {}, `The content of ${data.name} is made by scripts, and the studio runs none.`),
    el(
      "ol",
      {},
      el("li", {}, "Open the page in your browser and wait until it is complete."),
      el(
        "li",
        {},
        "Save it as it is shown: with the SingleFile extension, as MHTML (Save as: “Webpage, single file”), or as a HAR file from the network tool.",
      ),
      el("li", {}, "Drop that file here."),
    ),
    el("div", { class: "empty-ways" }, ...addWays(studio)),
  );
}

/** Ways to add a page; used by the empty state and by the dialog. @param {Studio} studio @param {() => void} [done] */
function addWays(studio, done = () => {}) {
  const { actions } = studio;
  const file = el("input", {
    type: "file",
    multiple: true,
    accept: ".html,.htm,.xhtml,.mhtml,.mht,.txt,text/html",
    class: "visually-hidden",
    "aria-label": "Choose files",
    tabindex: -1,
  });
  file.addEventListener("change", async () => {
    done();
    await addFiles(studio, [...(file.files ?? [])]);
  });
  return [
    file,
    button("Choose files", () => file.click(), { icon: "file", class: "primary" }),
    button("Paste HTML", () => openPaste(studio), { icon: "paste" }),
    button(
      "Try the sample",
      () => {
        done();
        void actions.addPages([SAMPLE]);
      },
      { icon: "grid" },
    ),
  ];
}

/** @param {Studio} studio */
export function askForPages(studio) {
  const { body, close } = openDialog("Add pages", {
    intro: "More pages of the same kind make the rule surer. You can also drop files anywhere.",
  });
  body.append(el("div", { class: "empty-ways" }, ...addWays(studio, close)));
}

/** @param {Studio} studio */
function openPaste({ actions, store }) {
  const { body, foot, close } = openDialog("Paste HTML", { intro: "Copy the source of a page and paste it here." });
  const name = el("input", { value: `pasted-${(store.state.task?.pages.length ?? 0) + 1}.html`, spellcheck: "false" });
  const html = el("textarea", { rows: 12, spellcheck: "false" });
  const add = button(
    "Add page",
    () => {
      if (!html.value.trim()) return html.focus();
      close();
      void actions.addPages([{ name: name.value.trim() || "pasted.html", html: html.value }]);
    },
    { class: "primary" },
  );
  body.append(el("label", { class: "stacked" }, "Name", name), el("label", { class: "stacked" }, "HTML", html));
  foot.append(add);
  html.focus();
}

/** @param {Studio} studio @param {File[]} files */
async function addFiles({ actions }, files) {
  if (files.length > 0)
    await actions.addPages(await Promise.all(files.map(async (file) => ({ name: file.name, html: await file.text() }))));
}

/** Files can be dropped anywhere. @param {Studio} studio */
export function mountDrop(studio) {
  document.addEventListener("dragover", (event) => {
    if (event.dataTransfer?.types.includes("Files")) event.preventDefault();
  });
  document.addEventListener("drop", (event) => {
    const files = [...(event.dataTransfer?.files ?? [])];
    if (files.length === 0) return;
    event.preventDefault();
    void addFiles(studio, files);
  });
}
