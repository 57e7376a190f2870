/** Whole tasks on real pages: from the first click to a file, checked against what is known to be on the pages. */
import { after, before, describe, test } from "node:test";
import assert from "node:assert/strict";
import { startBrowser } from "./harness.mjs";
import { DATA, NO_DATA, compare, median, readCsv, startUser, truthOf } from "./user.mjs";
import { existsSync } from "node:fs";

let browser;
before(async () => {
  assert.ok(NO_DATA || existsSync(DATA), `${DATA} is missing`);
  browser = await startBrowser();
});
after(async () => {
  await browser?.close();
  report();
});

/** Acts to a correct table, and to the file, by number of fields. @type {{ fields: number, table: number, file: number, ms: number[], whole: number }[]} */
const done = [];

function report() {
  for (const [say, wanted] of [["one field", [1]], ["two or three fields", [2, 3]], ["four fields", [4]]]) {
    const tasks = done.filter(({ fields }) => wanted.includes(fields));
    if (tasks.length) console.log(`${say}: ${tasks.length} tasks; median acts to a correct table ${median(tasks.map(({ table }) => table))}, to the file ${median(tasks.map(({ file }) => file))}`);
  }
  const ms = done.flatMap(({ ms }) => ms).sort((a, b) => a - b);
  if (ms.length) console.log(`act to table: p50 ${Math.round(median(ms))} ms, p95 ${Math.round(ms[Math.floor(ms.length * 0.95)])} ms of ${ms.length} acts; task: median ${Math.round(median(done.map(({ whole }) => whole)))} ms`);
}

/** Takes the file and compares it with the truth. */
async function checkFile(user, format, pages, truth, fields) {
  const { bytes } = await user.take(format, pages);
  const names = (await user.task()).fields.map(({ name }) => name);
  const text = bytes.toString("utf8");
  let rows;
  if (format === "csv") {
    const csv = readCsv(text);
    const columns = names.map((name) => csv.head.indexOf(name));
    const plain = (cell) => cell.replace(/^'(?=[-+=@])/, ""); // what a spreadsheet would run is quoted
    assert.ok(!columns.includes(-1), `columns ${names} in ${csv.head}`);
    rows = csv.rows.map((row) => columns.map((column) => plain(row[column])));
  } else {
    const records = format === "json" ? JSON.parse(text) : text.trim().split("\n").map((line) => JSON.parse(line));
    rows = [records.records ?? records].flat().map((record) => names.map((name) => record[name]));
  }
  assert.equal(compare(rows, truth, fields), null, `file ${format}`);
}

async function note(t, user, fields, table, start) {
  const { rule, learnt } = await user.task();
  done.push({ fields: fields.length, table, file: user.count, ms: user.times, whole: performance.now() - start });
  t.diagnostic(`${table} acts to the table, ${user.count} to the file (${user.acts.clicks} clicks, ${user.acts.keys} keys); ${rule.class}, learnt in ${Math.round(learnt.ms)} ms`);
}

/** Sites with lists of records: the first record is shown, then what is wrong is corrected. */
const LISTS = {
  "computers-en.wikipedia.org": ["c1,c2,c3"],
  "health-medscape.com": ["c1,c2,c3"],
  "health-myfitnesspal.com": ["c1"],
  "kids-and-teens-espncricinfo.com": ["c1,c2,c4,c5"],
  "kids-and-teens-sitepoint.com": ["c1"],
  "kids-and-teens-y8.com": ["c1", "c1,c2,c3"],
  "recreation-booking.com": ["c1"],
  "recreation-united.com": ["c1,c2"],
  "shopping-shop.bbc.com": ["c1,c2,c5,c6"],
  "sports-eurosport.com": ["c1", "c1,c2,c3"],
  "sports-skysports.com": ["c1"],
};

describe("lists", { skip: NO_DATA }, () => {
  let n = 0;
  for (const [site, task] of Object.entries(LISTS).flatMap(([site, tasks]) => tasks.map((task) => [site, task]))) {
    const format = ["csv", "json", "jsonl"][n++ % 3];
    test(`${site}: ${task}, ${format}`, async (t) => {
      const start = performance.now();
      const fields = task.split(",");
      const [page] = truthOf(`estuka/${site}`).pages;
      const user = await startUser(browser, [page.file]);
      assert.equal(await user.teach(page.records, fields), null);
      const table = user.count;
      assert.equal(compare(await user.table(), page.records, fields), null, "table on the screen");
      await checkFile(user, format, "all", page.records, fields);
      await note(t, user, fields, table, start);
      await user.stop();
    });
  }
});

/** Sites with one record per page: fields are shown on one page, and read from the others. */
const DETAILS = {
  "book/bookdepository": "author,isbn_13,publisher,title",
  "book/waterstones": "author,isbn_13,publication_date,publisher",
  "job/dice": "company,date_posted,location,title",
  "job/jobtarget": "company,date_posted,location,title",
  "movie/boxofficemojo": "genre,mpaa_rating,title",
  "movie/metacritic": "director,genre,mpaa_rating,title",
  "nbaplayer/espn": "height,name,team,weight",
  "nbaplayer/usatoday": "height,name,team,weight",
};

describe("pages with one record each", { skip: NO_DATA }, () => {
  for (const [site, task] of Object.entries(DETAILS)) {
    test(`${site}: ${task}, 5 pages`, async (t) => {
      const start = performance.now();
      const fields = task.split(",");
      const pages = truthOf(`swde/${site}`).pages.slice(0, 5);
      const user = await startUser(browser, pages.map(({ file }) => file));
      const places = (await user.tree()).placesOf(pages[0].records, fields)[0];
      await user.click(places.get(fields[0]));
      if ((await user.records()).length > 1) await user.step(() => user.key("1")); // "only this", in the chip
      for (const field of fields.slice(1)) await user.click(places.get(field));
      assert.equal(compare(await user.records(), pages[0].records, fields), null);
      const table = user.count;
      assert.equal(compare(await user.table(), pages[0].records, fields), null, "table on the screen");
      await user.test();
      const states = (await user.task()).pages.map(({ state }) => state);
      assert.deepEqual(states, states.map(() => "ok"));
      await checkFile(user, "json", "all", pages.flatMap(({ records }) => records), fields);
      await note(t, user, fields, table, start);
      await user.stop();
    });
  }
});
