// @ts-check
/** What this browser remembers for its user: theme, sizes of the panes, keys. Nothing of the task. */

const KEY = "unhusk-prefs";

/** @typedef {{ theme?: "light" | "dark", letters?: boolean, sizes?: Record<string, number>, keys?: Record<string, string> }} Prefs */

/** @returns {Prefs} */
export function readPrefs() {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "{}");
  } catch {
    return {};
  }
}

/** @param {Partial<Prefs>} patch */
export function writePrefs(patch) {
  try {
    localStorage.setItem(KEY, JSON.stringify({ ...readPrefs(), ...patch }));
  } catch {
    // A full or forbidden store only means that the setting is not remembered.
  }
}
