import assert from "node:assert/strict";
import { browserTest } from "./chromium.ts";
import { confirmAll, lineOf, untilAnswerable } from "./review_parts.ts";
import { reviewPath, ReviewSite } from "./review_site.ts";

browserTest("a review of 300 equal files is decided by keyboard, and opens the next one", async () => {
  await using site = await ReviewSite.open();
  const names = Array.from({ length: 300 }, (_, i) => `packages/p${i + 1}/index.ts`);
  const repository = site.repository(Object.fromEntries(names.map((name) => [name, "const a = 1;\n"])));
  const run = await site.run(repository, "run sed -i s/1/2/ packages/*/index.ts");
  const other = await site.run(site.repository(), 'create b.txt with "b"');
  const page = await site.page(reviewPath(run));
  await page.getByText("The same change in 299 more files").waitFor();
  await page.getByText("300 of 300 files seen").waitFor();
  await page.keyboard.press("j");
  await page.keyboard.press("v");
  await page.getByText("1 of 300 files viewed").waitFor();
  await page.keyboard.press("]");
  await page.keyboard.press("v");
  await page.getByText("300 of 300 files viewed").waitFor();
  await untilAnswerable(page);
  for (const key of ["1", "2", "3", "a"]) await page.keyboard.press(key);
  await page.getByRole("heading", { name: "Applied", exact: true }).waitFor();
  assert.equal(repository.read("packages/p300/index.ts"), "const a = 2;\n");
  const link = await page.getByRole("link", { name: "packages/p1/index.ts" }).getAttribute("href");
  assert.equal(link, `vscode://file${repository.root}/packages/p1/index.ts`);
  await page.getByText(`git -C ${repository.root} diff`).waitFor();
  await page.getByRole("link", { name: /^Next review/ }).waitFor();
  await page.keyboard.press("n");
  await page.waitForURL((url) => url.pathname === reviewPath(other));
  await lineOf(page, "b").waitFor();
  await site.atPeace();
});

browserTest(
  "a second round shows only the changes, with the comments of the first round at their lines",
  async () => {
    await using site = await ReviewSite.open();
    const repository = site.repository({ "a.txt": "one\n", "b.txt": "two\n" });
    const run = await site.run(
      repository,
      'replace "one" with "1" in a.txt\nreplace "two" with "2" in b.txt',
    );
    const { id } = run.approvals[0]!;
    await site.operator("POST /approvals/:id/reject", {
      params: { id },
      body: {
        actorType: "human",
        disposition: "rework",
        reviewerNote: 'replace "2" with "zwei" in b.txt',
        remarks: [
          { path: "a.txt", side: "after", line: 1, quote: "1", body: "Stays." },
          { path: "b.txt", side: "after", line: 1, quote: "2", body: "Goes." },
        ],
      },
    });
    const again = await site.settled(run.id);
    const page = await site.page(reviewPath(again));
    await lineOf(page, "zwei").waitFor();
    const changes = page.getByRole("region", { name: "Changes" });
    await changes.getByText("From round 1 of line 1").waitFor();
    await changes.getByText("outdated").waitFor();
    assert.equal(await lineOf(page, "1").count(), 1);
    await page.getByRole("radio", { name: "Since round 1" }).click();
    await lineOf(page, "2").waitFor();
    assert.equal(await lineOf(page, "1").count(), 0, "what did not change since is not shown");
    assert.equal(await lineOf(page, "one").count(), 0);
    await site.atPeace();
  },
);

browserTest("a patch that was sent back and submitted again unchanged causes a warning", async () => {
  await using site = await ReviewSite.open();
  const run = await site.run(site.repository({ "a.txt": "one\n" }), 'replace "one" with "1" in a.txt');
  await site.operator("POST /approvals/:id/reject", {
    params: { id: run.approvals[0]!.id },
    body: { actorType: "human", disposition: "rework", reviewerNote: "run true" },
  });
  const again = await site.settled(run.id);
  const page = await site.page(reviewPath(again));
  await page.getByText("This is the same patch as in round 1, which was sent back.").waitFor();
  await page.getByText("We recommend rejecting it.").waitFor();
  await site.atPeace();
});

browserTest("applied changes are reverted by a separate review, from the button beside them", async () => {
  await using site = await ReviewSite.open();
  const repository = site.repository({ "a.txt": "one\n" });
  const run = await site.run(repository, 'replace "one" with "1" in a.txt');
  const page = await site.page(reviewPath(run));
  await lineOf(page, "1").waitFor();
  await confirmAll(page);
  await page.keyboard.press("a");
  await page.getByRole("button", { name: "Undo …" }).click();
  await page.getByRole("heading", { name: "Undo: replace" }).waitFor();
  await page.getByText("I reviewed the evidence").waitFor();
  await lineOf(page, "one").waitFor();
  await confirmAll(page);
  await page.keyboard.press("a");
  await page.getByRole("heading", { name: "Applied", exact: true }).waitFor();
  assert.equal(repository.read("a.txt"), "one\n");
  await site.atPeace();
});

browserTest(
  "a button rebases a change onto later commits, and the page opens the new round",
  async () => {
    await using site = await ReviewSite.open();
    const lines = "one\ntwo\nthree\nfour\nfive\nsix\n";
    const repository = site.repository({ "a.txt": lines });
    const run = await site.run(repository, 'replace "six" with "6" in a.txt');
    repository.commit({ "a.txt": lines.replace("six", "SIX") });
    const page = await site.page(reviewPath(run));
    const button = page.getByRole("button", { name: "Rebase onto the current files" });
    await button.click();
    await page.getByRole("alert").getByText("a.txt changed there too").waitFor();
    repository.commit({ "a.txt": lines.replace("one", "1") });
    await button.click();
    await page.getByText("/ round 2").waitFor();
    await button.waitFor({ state: "detached" });
    await lineOf(page, "6").waitFor();
    await page.getByRole("radio", { name: "Since round 1" }).click();
    await lineOf(page, "6").waitFor({ state: "detached" });
    await untilAnswerable(page);
    for (const key of ["1", "2", "3", "a"]) await page.keyboard.press(key);
    await page.getByRole("heading", { name: "Applied", exact: true }).waitFor();
    assert.equal(repository.read("a.txt"), lines.replace("one", "1").replace("six", "6"));
    const refused =
      "console: Failed to load resource: the server responded with a status of 400 (Bad Request)";
    assert.deepEqual(site.complaints, [refused]);
  },
);
