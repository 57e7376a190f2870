/** The studio for everybody: axe-core finds nothing serious in its main states. */
import { after, before, test } from "node:test";
import assert from "node:assert/strict";
import { join } from "node:path";
import { seriousFindings, startBrowser } from "./harness.mjs";
import { EXAMPLES, startUser } from "./user.mjs";

let browser;
before(async () => void (browser = await startBrowser()));
after(() => browser?.close());

const SHOP = [1, 2].map((n) => join(EXAMPLES, `shop/list/${n}.html`));
const find = async (user, text) => (await user.tree()).withText(text)[0];

for (const colorScheme of ["light", "dark"]) {
  test(`no serious finding in any state, ${colorScheme}`, async () => {
    const user = await startUser(browser, SHOP, { options: { colorScheme, bypassCSP: true } });
    const { tab } = user;
    const findings = {};
    const check = async (state) => {
      const found = await seriousFindings(tab);
      if (found.length) findings[state] = found;
    };
    /** Opens something, looks, and closes it. */
    const visit = async (state, opening) => {
      if (colorScheme === "dark" && !["export", "history", "drift"].includes(state)) return;
      await opening();
      await check(state);
      await tab.keyboard.press("Escape");
      await tab.keyboard.press("Escape");
      await tab.locator("dialog").waitFor({ state: "detached" });
    };
    await tab.locator(".region-chip").first().waitFor();
    await check("start");
    await user.click(await find(user, "Blue mug"));
    await check("chip");
    for (const text of ["€12.00", "€15.00", "stoneware"]) await user.click(await find(user, text));
    await user.closeChip();
    await check("four fields");
    await user.click(await find(user, "Red cup"));
    await check("after not this");
    const press = (name) => () => user.press(`[data-key=${name}]`);
    await visit("export", press("export"));
    await visit("history", press("history"));
    await visit("help", press("help"));
    await visit("meaning", press("class"));
    await visit("add pages", press("add-pages"));
    await visit("more", press("more"));
    const item = (say) => async () => {
      await user.press("[data-key=more]");
      await tab.locator('#floating [role="menuitem"]', { hasText: say }).click();
    };
    await visit("group", item("Make a sub-record"));
    await user.press("[data-key=save]");
    await tab.locator("#toast .toast").waitFor();
    await check("saved");
    await visit("drift", item("Check for drift"));
    await visit("compare", async () => {
      await user.press("[data-key=compare]");
      await tab.locator("dialog table.compare").waitFor();
    });
    for (const view of ["tree", "source", "page"]) {
      await user.press(`[data-key="View:${view}"]`);
      await check(`view ${view}`);
    }
    assert.deepEqual(findings, {});
    await user.stop();
  });
}
