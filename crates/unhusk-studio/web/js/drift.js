// @ts-check
/** Has the site changed since the wrapper was saved, where, and can it be repaired? */

import { button, count, el, fill } from "./dom.js";
import { failure, openDialog, waiting } from "./dialog.js";
import { toast } from "./live.js";
import { HEALTH } from "./look.js";

/** @typedef {import("./types.js").Drift} Drift */
/** @typedef {import("./types.js").DriftField} DriftField */
/** @typedef {import("./types.js").Repair} Repair */

/** @param {import("./types.js").Studio} studio */
export async function openDrift(studio) {
  const { body, foot, close } = openDialog("Drift", { wide: true, intro: "The saved wrapper against the pages as they are now." });
  body.append(waiting("Reading the pages with the saved wrapper…"));
  try {
    const drift = /** @type {Drift} */ (await studio.api.get("/api/drift"));
    /** @param {number} page */
    const open = async (page) => {
      close();
      await studio.actions.openPage(page);
    };
    const show = async () => {
      close();
      await studio.actions.showRepair(drift.pages[0]?.page ?? studio.store.state.page);
    };
    fill(body, ...driftView(drift, open));
    if (drift.repair && drift.repair.kind !== "refused") foot.append(...repairControls(studio, drift.repair, { body, close, show }));
  } catch (reason) {
    fill(body, failure(reason));
  }
}

/** @param {Drift} drift @param {(page: number) => void} open */
function driftView(drift, open) {
  return [
    healthLine(drift.health, drift.pages.length > 0 ? `${count(drift.pages.length, "page")} looked at` : "no page differs", "h3"),
    ...(drift.notes ?? []).map((note) => el("p", { class: "notice" }, note)),
    drift.pages.length > 0 &&
      el(
        "ul",
        { class: "drift-pages" },
        ...drift.pages.map(({ page, say }) =>
          el("li", {}, button(`Page ${page + 1}`, () => open(page), { class: "plain small", title: "Open this page" }), ` ${say}`),
        ),
      ),
    ...drift.fields.map(fieldView),
    drift.repair && repairView(drift.repair),
  ];
}

/**
 * @param {import("./types.js").Health} health
 * @param {string} note
 * @param {"h3" | "div"} tag
 */
function healthLine(health, note, tag) {
  const { glyph, say } = HEALTH[health];
  return el(
    tag,
    { class: "health", "data-health": health },
    el("span", { class: "health-glyph", "aria-hidden": "true" }, glyph),
    say,
    el("span", { class: "quiet" }, note),
  );
}

/** @param {DriftField} field */
function fieldView(field) {
  return el(
    "section",
    { class: "card drift-field" },
    el("div", { class: "card-head" }, el("h3", {}, field.name), healthLine(field.health, "", "div")),
    ...field.say.map((line) => el("p", {}, line)),
    field.step && el("p", { class: "failing-step" }, el("b", {}, "First step that fails: "), field.step),
    field.new ? changeTable(field.old ?? [], field.new) : knownValues(field.old ?? []),
  );
}

/** @param {string[]} before @param {string[]} now */
function changeTable(before, now) {
  const rows = Array.from({ length: Math.max(before.length, now.length) }, (_, i) => valueRow(before[i], now[i]));
  return el(
    "table",
    { class: "old-new" },
    el(
      "thead",
      {},
      el("tr", {}, el("th", { scope: "col" }, "Before"), el("th", { scope: "col" }, "Now"), el("th", { scope: "col" }, "Change")),
    ),
    el("tbody", {}, ...rows),
  );
}

/** @param {string[]} values */
function knownValues(values) {
  return values.length > 0 && el("p", { class: "quiet" }, `Values it knows: ${values.join(" · ")}`);
}

/** @param {string | null | undefined} before @param {string | null | undefined} now */
function valueRow(before, now) {
  const change = before === now ? "same" : before == null ? "new" : now == null ? "gone" : "changed";
  return el("tr", { "data-change": change }, el("td", {}, before ?? "–"), el("td", {}, now ?? "–"), el("td", { class: "quiet" }, change));
}

/** @param {Repair} repair */
function repairView(repair) {
  const title = { repaired: "Repair, ready", proposed: "Repair, to be checked by you", refused: "No safe repair was found" }[repair.kind];
  return el(
    "section",
    { class: "card repair", "aria-label": "Repair" },
    el("h3", {}, title),
    ...repair.say.map((line) => el("p", {}, line)),
    ...repair.fields.map(({ field, certainty, values, say }) =>
      el(
        "div",
        { class: "repair-field" },
        el(
          "label",
          { class: "check" },
          el("input", { type: "checkbox", value: field, checked: true, disabled: repair.kind === "refused" }),
          el("b", {}, field),
          el("span", { class: "quiet" }, `${Math.round(certainty * 100)} % sure`),
        ),
        el("p", {}, say),
        values.length > 0 && el("table", { class: "old-new" }, el("tbody", {}, ...values.map(([before, now]) => valueRow(before, now)))),
      ),
    ),
  );
}

/**
 * @param {import("./types.js").Studio} studio
 * @param {Repair} repair
 * @param {{ body: HTMLElement, close: () => void, show: () => void }} dialog
 */
function repairControls({ api, store, actions }, repair, { body, close, show }) {
  const accept = async () => {
    const checked = /** @type {NodeListOf<HTMLInputElement>} */ (body.querySelectorAll(".repair input:checked"));
    const fields = [...checked].map(({ value }) => value);
    close();
    try {
      const { wrapper, before } = await api.post("/api/repair", { fields });
      toast(`Repaired ${wrapper}`, { more: `The one before is kept as ${before}` });
      await actions.refresh();
    } catch (reason) {
      actions.fail(reason);
    }
  };
  return [
    el("span", { class: "quiet grow" }, "Nothing is replaced until you accept. The old wrapper is kept."),
    button("Show on the page", show, { title: "What the repaired wrapper reads and the saved one does not, and the other way round" }),
    button(repair.fields.length > 0 ? `Accept the repair of ${count(repair.fields.length, "field")}` : "Accept the repair", accept, {
      class: "primary",
      disabled: store.readonly(),
    }),
  ];
}
