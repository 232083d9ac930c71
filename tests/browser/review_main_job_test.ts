/// <reference lib="dom" />
import assert from "node:assert/strict";
import { browserTest } from "./chromium.ts";
import { approveButton, approveUnseen, confirmAll, CONFIRMATIONS, lineOf } from "./review_parts.ts";
import { reviewPath, ReviewSite } from "./review_site.ts";
import { tabTo } from "./tab_to.ts";

const FILE = Array.from({ length: 60 }, (_, i) => `line ${i}\n`).join("");
const THREE_HUNKS = ["line 1\\n", "line 30\\n", "line 58\\n"].map((line) =>
  `replace "${line}" with "changed ${line}" in a.txt`
).join("\n");
/** A window that does not show all three at once. */
const LOW = { height: 600 };

browserTest(
  "the complete review by mouse: approving is impossible before each confirmation, then the patch is applied",
  async () => {
    await using site = await ReviewSite.open();
    const repository = site.repository({ "a.txt": FILE });
    await site.run(repository, THREE_HUNKS, { verifier: "grep -c changed a.txt" });
    const page = await site.page("/dashboard/approvals", LOW);
    await page.getByRole("link", { name: /^replace "line 1/ }).click();
    await lineOf(page, "changed line 30").waitFor();
    const blockers = page.locator("#approve-blockers");
    for (const [statement] of CONFIRMATIONS) {
      assert.equal(await approveButton(page).isDisabled(), true);
      for (const [other, word] of CONFIRMATIONS) {
        const confirmed = await page.getByRole("checkbox", { name: other }).isChecked();
        assert.equal((await blockers.innerText()).includes(word), !confirmed);
      }
      assert.equal(repository.read("a.txt"), FILE);
      await page.getByRole("checkbox", { name: statement }).click();
    }
    assert.equal(await blockers.innerText(), "");
    await approveUnseen(page);
    await page.getByRole("heading", { name: "Applied", exact: true }).waitFor();
    assert.match(repository.read("a.txt"), /changed line 58/);
    assert.equal(await approveButton(page).count(), 0, "a decision is made once");
    await site.atPeace();
  },
);

browserTest("the complete review by keyboard only, from the queue to the applied patch", async () => {
  await using site = await ReviewSite.open();
  const repository = site.repository({ "a.txt": FILE });
  await site.run(repository, 'create other.txt with "x"');
  const wanted = await site.run(repository, THREE_HUNKS);
  const page = await site.page("/dashboard/approvals", LOW);
  await page.getByText("2 checkpoints are waiting for your decision").waitFor();
  await page.keyboard.press("j");
  await page.keyboard.press("Enter");
  await page.waitForURL(`**${reviewPath(wanted)}`);
  await lineOf(page, "changed line 30").waitFor();
  for (const key of ["n", "j", "j", "n", "v"]) await page.keyboard.press(key);
  await page.getByText("1 of 1 files viewed").waitFor();
  await page.keyboard.press("d");
  await page.locator(".decision-bar input:focus:not([aria-disabled=true])").waitFor();
  for (const [statement] of CONFIRMATIONS) {
    const box = page.getByRole("checkbox", { name: statement });
    await tabTo(page, box);
    await page.keyboard.press("Space");
    assert.equal(await box.isChecked(), true);
  }
  await tabTo(page, approveButton(page));
  await page.keyboard.press("Enter");
  await page.getByText(/not been seen yet.* Approve again/).waitFor();
  await page.locator(".decision-approve:focus:not([aria-disabled=true])").waitFor();
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: "Applied", exact: true }).waitFor();
  assert.match(repository.read("a.txt"), /changed line 58/);
  assert.equal(repository.exists("other.txt"), false);
  await site.atPeace();
});

browserTest(
  "accepting some hunks writes nothing; the page opens their result, and only that is applied",
  async () => {
    await using site = await ReviewSite.open();
    const repository = site.repository({ "a.txt": FILE });
    const run = await site.run(repository, THREE_HUNKS, { verifier: "grep -c changed a.txt" });
    const page = await site.page(reviewPath(run), LOW);
    await page.getByRole("checkbox", { name: "Accept change 2 of a.txt" }).uncheck();
    assert.match(await approveButton(page).innerText(), /^Accept 2 of 3 changes/);
    await confirmAll(page);
    await approveUnseen(page);
    await page.waitForURL((url) => url.pathname !== reviewPath(run));
    const again = await site.settled(run.id);
    assert.equal(new URL(page.url()).pathname, reviewPath(again));
    assert.equal(repository.read("a.txt"), FILE);
    await lineOf(page, "changed line 58").waitFor();
    assert.equal(await lineOf(page, "changed line 30").count(), 0);
    assert.equal(
      await approveButton(page).isDisabled(),
      true,
      "what was confirmed for one is not for the next",
    );
    await confirmAll(page);
    await lineOf(page, "changed line 58").scrollIntoViewIfNeeded();
    await page.getByText("1 of 1 file seen").waitFor();
    await approveButton(page).click();
    await page.getByRole("heading", { name: "Applied", exact: true }).waitFor();
    const expected = FILE.replace("line 1\n", "changed line 1\n").replace("line 58\n", "changed line 58\n");
    assert.equal(repository.read("a.txt"), expected);
    await site.atPeace();
  },
);
