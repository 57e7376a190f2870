/** The frame's tree is the server's, node by node (U6), on real pages; and times from click to table on the largest ones. */
import { after, before, test } from "node:test";
import assert from "node:assert/strict";
import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { startBrowser } from "./harness.mjs";
import { DATA, NO_DATA, startUser, truthOf } from "./user.mjs";

let browser;
before(async () => void (browser = await startBrowser()));
after(() => browser?.close());

/** So many pages, spread over the sets of data. */
function somePages(count) {
  const sets = ["wien", "swde", "estuka", "estuka-records", "aql", "recipes", "srr", "srr-more", "drift", "exalg"];
  const found = sets.map((set) => {
    const pages = readdirSync(join(DATA, set), { recursive: true }).filter((name) => /\.html?$/.test(name)).sort().map((name) => join(DATA, set, name));
    const small = pages.filter((file) => statSync(file).size < 800_000);
    const wanted = Math.ceil(count / sets.length);
    return Array.from({ length: Math.min(wanted, small.length) }, (_, i) => small[Math.floor((i * small.length) / wanted)]);
  });
  return found.flat();
}

/** Takes the frame's port, so that its tree can be asked for: the app has no use for it. */
const KEEP_PORT = () => {
  const original = MessageChannel;
  window.kept = [];
  window.MessageChannel = class extends original {
    constructor() {
      super();
      window.kept.push(this.port1);
    }
  };
};

test("60 pages: the tree that is read back from the frame is the server's", { skip: NO_DATA }, async (t) => {
  const files = somePages(60);
  assert.ok(files.length >= 60, `${files.length} pages`);
  const user = await startUser(browser, files, { script: KEEP_PORT });
  let nodes = 0;
  for (const [at, file] of files.entries()) {
    if (at > 0) await user.goTo(at);
    const { tree } = (await user.studio.api(`/api/page/${at}`)).body;
    const back = await user.tab.evaluate(() => new Promise((resolve) => {
      const port = window.kept.at(-1);
      port.addEventListener("message", function hear({ data }) {
        if (data?.t !== "tree") return;
        port.removeEventListener("message", hear);
        resolve(data);
      });
      port.postMessage({ t: "count" });
    }));
    nodes += tree.n;
    /** Nodes that are not shown (scripts and the like) are not built. */
    const ours = (id) => [tree.kind[id], tree.names[tree.name[id]] ?? "", tree.parent[id], tree.kind[id] === 3 ? tree.text[id] : ""];
    const theirs = (id) => [back.kinds[id], back.names[id], back.parents[id], back.texts[id]];
    assert.equal(back.kinds.length, tree.n, file);
    const wrong = tree.kind.findIndex((kind, id) => (kind === 0 ? back.kinds[id] !== 0 : ours(id).join("\0") !== theirs(id).join("\0")));
    if (wrong >= 0) assert.fail(`${file}: node ${wrong} is ${JSON.stringify(theirs(wrong))}, not ${JSON.stringify(ours(wrong))}`);
  }
  t.diagnostic(`${files.length} pages, ${nodes} nodes`);
  await user.stop();
});

/** Notes when an act is sent, and when the table that comes of it is drawn. */
const NOTE_TIMES = () => {
  window.noted = [];
  let sent = 0;
  const original = window.fetch;
  window.fetch = (path, init) => {
    if (path === "/api/act") sent = performance.now();
    return original(path, init);
  };
  const drawn = (start) => () => setTimeout(() => window.noted.push(performance.now() - start));
  new MutationObserver((changes) => {
    if (!sent || !changes.some(({ target }) => target instanceof Element && target.closest("#table"))) return;
    requestAnimationFrame(drawn(sent));
    sent = 0;
  }).observe(document, { childList: true, subtree: true });
};

for (const [site, fields] of Object.entries({ "sports-skysports.com": "c1,c2,c3", "regional-dailymail.co.uk": "c3,c4", "shopping-etsy.com": "c2,c3" })) {
  test(`time from click to table: ${site}`, { skip: NO_DATA }, async (t) => {
    const [page] = truthOf(`estuka/${site}`).pages;
    const user = await startUser(browser, [page.file], { script: NOTE_TIMES });
    const places = (await user.tree()).placesOf(page.records, fields.split(","))[0];
    for (let round = 0; round < 2; round++) {
      for (const node of places.values()) await user.click(node);
      await user.closeChip();
      for (const _ of places) await user.step(() => user.press("[data-key=undo]"));
    }
    const times = (await user.tab.evaluate(() => window.noted)).map(Math.round).sort((a, b) => a - b);
    assert.ok(times.length > 0);
    t.diagnostic(`${(await user.tree()).tree.n} nodes, ${times.length} acts: p50 ${times[Math.floor(times.length / 2)]} ms, p95 ${times[Math.floor(times.length * 0.95)]} ms, slowest ${times.at(-1)} ms`);
    await user.stop();
  });
}
