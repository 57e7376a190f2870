// @ts-check
/** Export: choose a format, see its first lines, take the file; or take the command that makes it. */

import { button, count, el, fill, segmented } from "./dom.js";
import { copyBox, failure, openDialog, waiting } from "./dialog.js";
import { toast } from "./live.js";

const PREVIEW_ROWS = 5;

/** @param {import("./types.js").Studio} studio */
export function openExport(studio) {
  const { store, api } = studio;
  const formats = store.state.hello?.formats ?? [];
  const { body, foot, close } = openDialog("Export", { wide: true, intro: "The file is downloaded, and kept in the task folder." });
  const list = el("div", { class: "format-list", role: "radiogroup", "aria-label": "Format" });
  const preview = el("div", { class: "preview" });
  const share = el("details", { class: "fold" }, el("summary", {}, "Do the same without the studio"));
  const rowOfPages = el("div", {});
  body.append(el("div", { class: "export" }, list, preview), share);

  let format = formats[0]?.name ?? "";
  /** @type {"this" | "all"} */
  let pages = "all";

  const drawPages = () =>
    fill(
      rowOfPages,
      segmented(
        "Pages",
        [
          { value: "all", say: `All pages · ${store.state.task?.record.all ?? 0}` },
          { value: "this", say: `This page · ${store.recordsHere()}` },
        ],
        pages,
        (value) => {
          pages = value;
          drawPages();
        },
      ),
    );
  const drawPreview = async () => {
    const asked = format;
    fill(preview, waiting("Reading the first records…"));
    const view = await loadPreview(studio, asked);
    if (asked === format) fill(preview, ...view);
  };
  for (const { name, ending, needs_class } of formats) {
    const radio = el("input", { type: "radio", name: "format", value: name, checked: name === format });
    radio.addEventListener("change", () => {
      format = name;
      void drawPreview();
    });
    const blocked = needs_class && !store.state.task?.record.class;
    list.append(
      el(
        "label",
        { class: "format" },
        radio,
        el("span", {}, name),
        el("span", { class: "quiet" }, blocked ? "needs a class" : `.${ending}`),
      ),
    );
  }
  share.addEventListener("toggle", () => share.open && share.children.length === 1 && fillShare(api, share), { once: true });
  drawPages();
  foot.append(
    rowOfPages,
    el("span", { class: "grow" }),
    button("Export", () => saveFile(studio, { format, pages, page: store.state.page }, close), { icon: "export", class: "primary" }),
  );
  void drawPreview();
}

/** @param {import("./types.js").Studio} studio @param {string} format @returns {Promise<import("./dom.js").Child[]>} */
async function loadPreview({ api, store }, format) {
  try {
    const { text, note } = await api.get(`/api/preview?format=${encodeURIComponent(format)}&rows=${PREVIEW_ROWS}&page=${store.state.page}`);
    return [
      el("div", { class: "quiet" }, text === null ? "No preview" : `First ${PREVIEW_ROWS} records of this page`),
      text !== null && el("pre", { tabindex: 0, "aria-label": "Preview" }, text),
      note && el("p", { class: "notice" }, note),
    ];
  } catch (reason) {
    return [failure(reason)];
  }
}

/** @param {import("./api.js").Api} api @param {HTMLElement} share */
async function fillShare(api, share) {
  const wait = waiting("Writing the command…");
  share.append(wait);
  try {
    const { command, python, css, css_note, labels } = /** @type {import("./types.js").Share} */ (await api.get("/api/share"));
    wait.replaceWith(
      copyBox("Command line", command),
      copyBox("Python", python),
      css === null ? el("p", { class: "notice" }, css_note) : copyBox(`CSS selectors. ${css_note}`, css),
      el("p", { class: "quiet" }, `What you said is kept in ${labels}`),
    );
  } catch (reason) {
    wait.replaceWith(failure(reason));
  }
}

/**
 * Takes the file of a request, or says what its format cannot hold.
 * @param {import("./types.js").Studio} studio
 * @param {{ format: string, page: number, pages?: "this" | "all", record?: number }} request
 * @param {() => void} [close] what hides the message
 */
export async function saveFile({ api, actions, store }, request, close = () => {}) {
  try {
    const { blob, file, records, failed } = await api.file("/api/export", request);
    download(blob, file.split("/").at(-1) ?? file);
    close();
    const lost = failed ? ` ${count(failed, "page")} could not be read and ${failed === 1 ? "is" : "are"} missing.` : "";
    toast(`Wrote ${store.state.task?.folder ?? ""}/${file}`, { more: `${count(records, "record")}, also downloaded.${lost}` });
  } catch (reason) {
    close();
    actions.fail(reason);
  }
}

/** @param {Blob} blob @param {string} name */
function download(blob, name) {
  const address = URL.createObjectURL(blob);
  el("a", { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
