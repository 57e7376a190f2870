// @ts-check
/** Light or dark: what the system says, until the user chooses. */

import { readPrefs, writePrefs } from "./prefs.js";

const system = matchMedia("(prefers-color-scheme: dark)");

/** @param {import("./store.js").Store} store */
export function mountTheme(store) {
  const decide = () => store.set({ dark: (readPrefs().theme ?? (system.matches ? "dark" : "light")) === "dark" });
  system.addEventListener("change", decide);
  decide();
  store.watch(["dark"], ({ dark }) => {
    document.documentElement.dataset.theme = dark ? "dark" : "light";
  });
}

/** @param {import("./store.js").Store} store */
export function toggleTheme(store) {
  const dark = !store.state.dark;
  writePrefs({ theme: dark ? "dark" : "light" });
  store.set({ dark });
}
