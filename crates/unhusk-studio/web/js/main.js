// @ts-check
/** Starts the studio: puts the parts of the screen together and listens to the server. */

import { Api } from "./api.js";
import { Actions } from "./actions.js";
import { Chip } from "./chip.js";
import { EventLine } from "./events.js";
import { Frame } from "./frame.js";
import { Keys } from "./keys.js";
import { Store } from "./store.js";
import { byId, el, fill } from "./dom.js";
import { mountBar } from "./bar.js";
import { mountCommands } from "./commands.js";
import { mountDrop } from "./empty.js";
import { mountFields } from "./fields.js";
import { mountGhost } from "./ghost.js";
import { mountGuide } from "./guide.js";
import { mountInspector } from "./inspector.js";
import { focusView, mountPagePane } from "./page-pane.js";
import { mountPages } from "./pages.js";
import { mountSplits } from "./split.js";
import { mountStatus } from "./status.js";
import { mountTable } from "./table.js";
import { mountTheme } from "./theme.js";
import { openNodeMenu } from "./menu.js";
import { hideMenu } from "./popup.js";
import { mountDifference } from "./difference.js";
import { openRecordMenu } from "./record-menu.js";

const api = new Api();
if (api.hasToken) start();
else showNoToken();

function start() {
  const store = new Store();
  mountTheme(store);
  mountSplits();
  const actions = new Actions(api, store);
  const keys = new Keys(store);
  const chip = new Chip(store, actions, focusView);
  const frame = new Frame(
    byId("view-page"),
    frameListener(() => studio),
  );
  /** @type {import("./types.js").Studio} */
  const studio = { api, store, actions, frame, chip, keys };
  const line = new EventLine(api, eventListener(studio));

  mountCommands(studio);
  mountBar(studio);
  mountPages(studio);
  mountGuide(studio, () => line.retryNow());
  mountFields(studio);
  mountPagePane(studio);
  mountInspector(studio);
  mountTable(studio);
  mountStatus(studio);
  mountGhost(studio);
  mountDifference(studio);
  mountDrop(studio);

  document.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || event.defaultPrevented) return;
    if (store.state.progress) void actions.cancel();
    else if (!document.querySelector("dialog[open]")) store.set({ other: null });
  });
  actions.onNewField = (field, at) => at && chip.open(field, at);
  store.watch(["hello"], ({ hello }) => hello && frame.open(hello.frame));
  void actions.load();
  void line.run();
}

/**
 * What the page frame tells.
 * @param {() => import("./types.js").Studio} get
 * @returns {import("./frame.js").FrameListener}
 */
function frameListener(get) {
  /** Menus and the chip close when the user goes on in the frame. */
  const closeFloating = () => {
    hideMenu();
    get().chip.leave();
  };
  return {
    ready: () => {},
    shown: () => {},
    hover: ({ node }) => {
      const { store } = get();
      store.set({ cursor: node, linked: store.state.index?.recordOf(node) ?? null });
    },
    click: ({ node, alt, x, y }) => {
      closeFloating();
      void get().actions.click({ node }, { alt, at: get().frame.toWindow({ x, y }) });
    },
    span: ({ node, start, to, end, alt, x, y }) => {
      closeFloating();
      const place = to === node ? { node, start, end } : { node, start, to, end };
      void get().actions.click(place, { alt, at: get().frame.toWindow({ x, y }) });
    },
    menu: ({ node, x, y }) => {
      closeFloating();
      get().store.set({ cursor: node });
      void openNodeMenu(get(), node, get().frame.toWindow({ x, y }));
    },
    record: ({ record, x, y }) => {
      closeFloating();
      openRecordMenu(get(), record, get().frame.toWindow({ x, y }));
    },
    key: (message) => void get().keys.handle(message),
    leave: () => leaveFrame(get()),
  };
}

/** Esc: close what floats, stop a job, else leave the frame. @param {import("./types.js").Studio} studio */
function leaveFrame({ store, actions, chip }) {
  if (chip.isOpen) chip.leave();
  else if (store.state.progress) void actions.cancel();
  else if (store.state.other) store.set({ other: null });
  else if (store.state.armed !== null) store.set({ armed: null });
  else byId("find").focus();
}

/**
 * What the server tells.
 * @param {import("./types.js").Studio} studio
 * @returns {import("./events.js").Listener}
 */
function eventListener({ store, actions }) {
  return {
    event: (name, data) => {
      if (name === "pages") actions.takePages(data);
      else if (name === "progress") actions.takeProgress(data);
      else if (name === "task") void actions.refresh();
    },
    up: (again) => {
      store.set({ line: { up: true, retryIn: 0, say: "" } });
      if (again) void actions.load();
    },
    down: (retryIn, why) => store.set({ line: { up: false, retryIn, say: why }, progress: null }),
  };
}

function showNoToken() {
  fill(
    byId("guide"),
    el(
      "div",
      { class: "guide-text" },
      el("p", { class: "guide-say" }, "Open the studio with the address that the command printed."),
      el("p", { class: "quiet" }, "It ends in #token=… and works for this run of unhusk studio only."),
    ),
  );
}
