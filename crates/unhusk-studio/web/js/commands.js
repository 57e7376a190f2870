// @ts-check
/** What the names in the table of keys do. */

import { byId } from "./dom.js";
import { say } from "./live.js";
import { below } from "./popup.js";
import { focusChip } from "./regions.js";
import { openAttributePicker, openNodeMenu } from "./menu.js";
import { renameInPlace } from "./fields.js";
import { openExport } from "./export.js";
import { openCompare } from "./compare.js";
import { openHistory } from "./history.js";
import { openMeaning } from "./meaning.js";
import { openDrift } from "./drift.js";
import { openHelp } from "./help.js";
import { openGroup } from "./group.js";
import { openRecordMenu } from "./record-menu.js";

/** @typedef {import("./types.js").Studio} Studio */

/** @type {import("./types.js").Scope[]} */
const SCOPES = ["only", "similar", "looser"];
/** @type {import("./types.js").View[]} */
const VIEWS = ["page", "tree", "source"];

/** @param {Studio} studio */
export function mountCommands(studio) {
  const { actions, store, frame, keys } = studio;

  /** Runs with the node under the pointer or the keyboard. @param {(node: number) => void} run */
  const withNode = (run) => {
    if (store.state.cursor === null) say("Point at something first.");
    else run(store.state.cursor);
  };
  /** Runs with the field that is current. @param {(field: number) => void} run */
  const withField = (run) => {
    const field = store.currentField();
    if (field) run(field.id);
    else say("There is no field yet.");
  };
  /** Where a menu opens that was asked for by a key. */
  const here = () => below(document.activeElement?.closest("td, .tree, iframe") ?? byId("page-bar"));
  /** In the table the menu is that of the row; its last entry is the menu of the cell's node. */
  const openMenu = () => {
    const row = document.activeElement?.closest("tr[data-record]");
    const at = here();
    const nodeMenu = () => withNode((node) => openNodeMenu(studio, node, at));
    if (!(row instanceof HTMLElement)) return nodeMenu();
    const ofValue = { say: "Menu of this value…", run: nodeMenu, disabled: store.state.cursor === null };
    openRecordMenu(studio, Number(row.dataset.record), at, [ofValue]);
  };
  /** @param {number | null | undefined} node */
  const pointAt = (node) => {
    if (node == null) return;
    store.set({ cursor: node, linked: store.state.index?.recordOf(node) ?? null });
    frame.hover(node);
    frame.send({ t: "scroll", place: { node } });
  };
  /** @param {1 | -1} way */
  const goToMatch = (way) => pointAt(store.state.index?.nextMatch(store.state.cursor ?? -1, way)?.place.node);
  /** @param {1 | -1} way */
  const reach = (way) => {
    const task = store.state.task;
    if (!task?.fields.length) return focusChip(way);
    const scope = SCOPES[SCOPES.indexOf(task.scope) + way];
    if (scope) void actions.act({ act: "scope", scope });
    else say(way === 1 ? "Nothing looser." : "Nothing tighter.");
  };
  /** @param {boolean} yes */
  const answer = (yes) => {
    if (store.state.task?.question) void actions.act({ act: "answer", yes });
    else if (!yes) void actions.nextOddPage();
  };

  keys.provide(
    {
      parent: () => withNode((node) => pointAt(store.state.tree?.parentStop(node))),
      child: () => withNode((node) => pointAt(store.state.tree?.childStop(node))),
      "next-match": () => goToMatch(1),
      "previous-match": () => goToMatch(-1),
      deny: () => withNode((node) => actions.deny({ node })),
      attribute: () => withNode((node) => openAttributePicker(studio, node, here())),
      menu: openMenu,
      rename: () => withField((field) => renameInPlace(studio, field)),
      delete: () => withField((field) => actions.act({ act: "field-delete", field })),
      group: () => openGroup(studio),
      looser: () => reach(1),
      tighter: () => reach(-1),
      yes: () => answer(true),
      no: () => answer(false),
      test: () => actions.test(),
      save: () => actions.save(),
      undo: () => actions.act({ act: "undo" }),
      redo: () => actions.act({ act: "redo" }),
      view: () => store.set({ view: VIEWS[(VIEWS.indexOf(store.state.view) + 1) % VIEWS.length] }),
      source: () => store.set({ view: "source" }),
      bare: () => store.set({ bare: !store.state.bare }),
      find: () => byId("find").focus(),
      export: () => openExport(studio),
      compare: () => openCompare(studio),
      history: () => openHistory(studio),
      meaning: () => openMeaning(studio),
      drift: () => openDrift(studio),
      help: () => openHelp(studio),
    },
    (number) => {
      const field = store.state.task?.fields[number - 1];
      if (!field) return say(`There is no field ${number}.`);
      store.set({ armed: field.id });
      say(`The next click goes to ${field.name}.`);
    },
  );
}
