/// <reference lib="dom" />
import assert from "node:assert/strict";
import { violationsOf } from "./axe.ts";
import { browserTest } from "./chromium.ts";
import { approveButton, confirmAll, lineOf, openDetails } from "./review_parts.ts";
import { reviewPath, ReviewSite } from "./review_site.ts";

const ATTACK = '<img src=x onerror="globalThis.attacked=1">';

browserTest(
  "no text of a run becomes HTML: file names, content, requests, verifier output and notes stay text",
  async () => {
    await using site = await ReviewSite.open();
    const repository = site.repository({ "a.txt": "hello\n" });
    const run = await site.run(
      repository,
      [
        `replace "hello" with "<script>globalThis.attacked=1</script>" in a.txt`,
        `create "<img src=x onerror=alert(1)>.html" with "${ATTACK.replaceAll('"', '\\"')}\\n"`,
      ].join("\n"),
      { verifier: `echo '${ATTACK}'` },
    );
    const page = await site.page(reviewPath(run));
    await lineOf(page, "<script>globalThis.attacked=1</script>").waitFor();
    await page.getByRole("heading", { name: "<img src=x onerror=alert(1)>.html", exact: true }).waitFor();
    await lineOf(page, ATTACK).waitFor();
    await openDetails(page);
    await page.getByText("Output of the verifier").click();
    await page.getByRole("region", { name: "Output of the verifier" }).getByText(ATTACK).waitFor();
    await page.getByLabel("Note").fill(`note ${ATTACK}`);
    await lineOf(page, ATTACK).click();
    await page.keyboard.press("c");
    await page.getByLabel("Comment on line 1").fill(`remark ${ATTACK}`);
    await page.keyboard.press("Control+Enter");
    await page.getByText(`remark ${ATTACK}`).first().waitFor();
    await confirmAll(page);
    await approveButton(page).click();
    await page.getByText(`note ${ATTACK}`).first().waitFor();
    assert.equal(await page.evaluate(() => "attacked" in globalThis), false);
    assert.equal(await page.locator("img").count(), 0);
    await site.atPeace();
  },
);

browserTest(
  "hidden characters are visible and cause a warning; binary, mode, link, rename and deletion are labelled",
  async () => {
    await using site = await ReviewSite.open();
    const moved = Array.from({ length: 20 }, (_, i) => `value ${i}\n`).join("");
    const repository = site.repository({ "old.txt": moved, "run.sh": "#!/bin/sh\n", "gone.txt": "bye\n" });
    const run = await site.run(
      repository,
      [
        `create bidi.ts with "if (user \u202e\u2066) {}\\n"`,
        "run mkdir new && mv old.txt new/name.txt && sed -i 's/value 3$/value 33/' new/name.txt",
        "run chmod +x run.sh && ln -s run.sh link && printf 'a\\0b' > data.bin && rm gone.txt",
      ].join("\n"),
    );
    const page = await site.page(reviewPath(run), { height: 2400 });
    const changes = page.getByRole("region", { name: "Changes" });
    await changes.getByText("1 line has characters that change the direction of the text").waitFor();
    assert.equal(await changes.locator(".hidden-mark").first().innerText(), "U+202E");
    await changes.getByText("Binary: 3 bytes, new. Its changes cannot be shown as a diff.").waitFor();
    await changes.getByText("Becomes executable.").waitFor();
    await changes.getByText("mode 100644 → 100755").waitFor();
    await changes.getByText("A symbolic link. The line below is its target.").waitFor();
    await lineOf(page, "run.sh").waitFor();
    await changes.getByRole("button", { name: /renamed from old\.txt \(9\d% the same\)/ }).waitFor();
    await changes.getByText("Renamed from old.txt, with these changes:").waitFor();
    await lineOf(page, "value 33").waitFor();
    assert.equal(await lineOf(page, "value 19").count(), 0, "what moved unchanged is not in the way");
    await changes.getByText("Renamed to new/name.txt.").waitFor();
    await page.getByRole("treeitem", { name: /deleted gone\.txt/ }).waitFor();
    await site.atPeace();
  },
);

browserTest("viewed marks and excluded hunks survive a reload, for this bundle only", async () => {
  await using site = await ReviewSite.open();
  const repository = site.repository();
  const run = await site.run(repository, 'create b.txt with "b"\ncreate c.txt with "c"');
  const other = await site.run(repository, 'create b.txt with "b"\ncreate d.txt with "d"');
  const page = await site.page(reviewPath(run));
  const viewed = () => page.getByRole("treeitem", { name: "b.txt" }).getByText("viewed");
  await page.getByRole("region", { name: "Changes" }).getByRole("checkbox", { name: "Viewed b.txt" }).click();
  await viewed().waitFor();
  await page.getByRole("checkbox", { name: "Accept all of c.txt" }).uncheck();
  await page.reload();
  await viewed().waitFor();
  assert.match(await approveButton(page).innerText(), /^Accept 1 of 2 changes/);
  await page.goto(page.url().replace(/[^/]+$/, reviewPath(other).split("/").at(-1)!));
  await page.getByText("0 of 2 files viewed").waitFor();
  assert.match(await approveButton(page).innerText(), /^Approve and write 2 files/);
  await site.atPeace();
});

browserTest(
  "3,000 files and 100,000 lines stay usable: few elements, and the last file is two keys away",
  async () => {
    await using site = await ReviewSite.open();
    const repository = site.repository();
    const lines = Array.from({ length: 34 }, (_, i) => `${i + 1}\\n`).join("");
    const make =
      `for d in $(seq 1 60); do mkdir d$d; for f in $(seq 1 50); do printf '${lines}' > d$d/f$f.txt; done; done`;
    const run = await site.run(repository, `run ${make}`);
    const page = await site.page(reviewPath(run));
    await page.getByText("0 of 3000 files viewed").waitFor();
    await lineOf(page, "34").waitFor();
    const elements = () => page.evaluate(() => document.querySelectorAll("*").length);
    assert.ok(await elements() < 3000, `${await elements()} elements`);
    await page.getByRole("tree").focus();
    await page.keyboard.press("End");
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: "d60/f50.txt" }).waitFor();
    await page.keyboard.press("v");
    await page.getByText("1 of 3000 files viewed").waitFor();
    await page.keyboard.press("[");
    await page.getByRole("heading", { name: "d60/f49.txt" }).waitFor();
    assert.ok(await elements() < 3000, `${await elements()} elements`);
    await page.getByLabel("Filter files").fill("d60/f50");
    await page.getByRole("treeitem").click();
    await page.getByRole("heading", { name: "d60/f50.txt" }).waitFor();
    await site.atPeace();
  },
);

browserTest("a large file is folded by default", async () => {
  await using site = await ReviewSite.open();
  const repository = site.repository();
  const run = await site.run(repository, "run seq 1 2000 > long.txt");
  const page = await site.page(reviewPath(run));
  await page.getByText("2,000 lines, folded because the file is large.").waitFor();
  assert.equal(await lineOf(page, "1").count(), 0);
  await page.getByRole("button", { name: "Load anyway" }).click();
  await lineOf(page, "1").waitFor();
  await site.atPeace();
});

browserTest(
  "axe-core finds no violations in the queue and the review: any theme, both layouts, wide and narrow",
  async () => {
    await using site = await ReviewSite.open();
    const repository = site.repository({ "src/a.ts": "const a = 1;\nexport default a;\n", "b.txt": "x\n" });
    const run = await site.run(
      repository,
      'replace "const a = 1" with "const a: number = 2 // \u202e" in src/a.ts\ncreate "deep/er/c.md" with "# c"',
      { verifier: "echo fine" },
    );
    const command = await site.run(repository, "run touch made", { as: "agent" });
    const page = await site.page("/dashboard/approvals");
    await page.locator(".queue-item").nth(1).waitFor();
    assert.deepEqual(await violationsOf(page), [], "the queue");
    await page.goto(site.service.url + reviewPath(command));
    await page.getByRole("region", { name: /command/ }).getByText("touch made").waitFor();
    assert.deepEqual(await violationsOf(page), [], "a command");

    await page.goto(site.service.url + reviewPath(run));
    await page.locator(".syntax-keyword").first().waitFor();
    await openDetails(page);
    await page.getByText("Output of the verifier").click();
    await page.getByText("Each file before and after").click();
    await page.getByText("Each piece of evidence").click();
    assert.deepEqual(await violationsOf(page, { narrow: true }), [], "unified");
    await page.getByRole("radio", { name: "Split" }).click();
    await page.locator(".diff-pair .diff-line-added").first().click();
    await page.keyboard.press("c");
    await page.getByLabel(/^Comment on line/).waitFor();
    await page.getByRole("button", { name: "Reject …" }).click();
    await page.getByRole("button", { name: "Go back" }).waitFor();
    assert.deepEqual(await violationsOf(page), [], "split, a remark and the refusal");
    await site.atPeace();
  },
);

browserTest("the decision controls do not move when the patch is loaded", async () => {
  await using site = await ReviewSite.open();
  const run = await site.run(site.repository(), 'create new.txt with "new"');
  for (const width of [1440, 1280]) {
    const page = await site.page("/", { width });
    const looked = Promise.withResolvers<void>();
    await page.route("**/artifact-file*", async (route) => {
      await looked.promise;
      await route.continue();
    });
    await page.goto(site.service.url + reviewPath(run));
    await page.getByRole("status", { name: "Loading the patch" }).waitFor();
    const place = () => approveButton(page).boundingBox();
    const before = await place();
    assert.ok(before);
    looked.resolve();
    await lineOf(page, "new").waitFor();
    assert.deepEqual(await place(), before, `${width} px`);
    await approveButton(page).scrollIntoViewIfNeeded();
    const changes = await page.getByRole("region", { name: "Changes" }).boundingBox();
    assert.ok(changes!.y >= 0, `${width} px: the patch stays in view until the decision`);
  }
});
