// @ts-check
/** Asks what a click at the cursor would match: after a short rest, one question at a time, each once. */

const REST_MS = 60;

/** @param {import("./types.js").Studio} studio */
export function mountGhost({ api, store, actions, frame }) {
  /** @type {Map<string, import("./types.js").Ghost>} */
  const known = new Map();
  let version = -1;
  let asking = false;
  let timer = 0;

  /** @param {number} node */
  const worthAsking = (node) => !store.readonly() && store.state.index?.at(node).length === 0;

  const ask = async () => {
    const { cursor, page } = store.state;
    if (cursor === null || !worthAsking(cursor)) return;
    const key = `${page} ${cursor}`;
    const ghost = known.get(key);
    if (ghost) return store.set({ ghost });
    if (asking) return plan();
    asking = true;
    try {
      known.set(key, await api.get(`/api/page/${page}/ghost?node=${cursor}`));
    } catch (reason) {
      actions.fail(reason);
      return;
    } finally {
      asking = false;
    }
    await ask();
  };

  const plan = () => {
    clearTimeout(timer);
    timer = window.setTimeout(ask, REST_MS);
  };

  store.watch(["cursor", "task"], ({ cursor, task, ghost }) => {
    if (task && task.version !== version) {
      version = task.version;
      known.clear();
    }
    if (ghost && ghost.node !== cursor) store.set({ ghost: null });
    plan();
  });

  store.watch(["ghost"], ({ ghost }) => frame.send({ t: "ghost", places: ghost?.places ?? [], count: ghost?.count ?? 0 }));
}
