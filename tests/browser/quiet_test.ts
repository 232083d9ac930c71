/// <reference lib="dom" />
import assert from "node:assert/strict";
import { browserTest } from "./chromium.ts";
import { confirmAll, lineOf } from "./review_parts.ts";
import { reviewPath, ReviewSite } from "./review_site.ts";

const FILE = Array.from({ length: 60 }, (_, i) => `line ${i}\n`).join("");

browserTest(
  "a press in the moment in which the warning about unseen files appears does not approve them",
  async () => {
    await using site = await ReviewSite.open();
    const repository = site.repository({ "a.txt": FILE });
    const run = await site.run(
      repository,
      'replace "line 1\\n" with "changed line 1\\n" in a.txt\nreplace "line 58\\n" with "changed line 58\\n" in a.txt',
    );
    const page = await site.page(reviewPath(run), { height: 400 });
    await lineOf(page, "changed line 1").waitFor();
    await confirmAll(page);
    await page.evaluate(async () => {
      const button = document.querySelector<HTMLButtonElement>(".decision-approve")!;
      button.click();
      const { port1, port2 } = new MessageChannel();
      await new Promise((resolve) => {
        port1.onmessage = resolve;
        port2.postMessage(null); // sooner than the next frame
      });
      button.click();
    });
    await page.getByText(/1 key pressed before .* was ignored|It was approved/).first().waitFor();
    await page.getByText(/not been seen yet.* Approve again/).waitFor();
    const { approvals } = await site.operator("GET /runs/:id", { params: { id: run.id } });
    assert.equal(approvals[0]!.status, "pending");
    assert.equal(repository.read("a.txt"), FILE);
    await site.atPeace();
  },
);

browserTest(
  "a key in the moment in which another question takes the place of an answered one does not answer it",
  async () => {
    await using site = await ReviewSite.open();
    const repository = site.repository();
    await site.operator("POST /repositories/dial", {
      body: { repoPath: repository.root, dial: "border" },
    });
    const ask = (word: string) =>
      site.run(repository, `create ${word}.txt with "x"\nrun curl -s http://127.0.0.1:9/${word} || true`);
    const runs = [await ask("first"), await ask("second")];
    const page = await site.page("/dashboard/memory");
    const strip = page.getByRole("region", { name: "A worker is asking" });
    await strip.getByRole("button", { name: "2 questions" }).waitFor();
    await strip.getByRole("button", { name: "Once", disabled: false }).waitFor();
    const shown = (await strip.innerText()).includes("first") ? 0 : 1;
    await page.evaluate(() => {
      const press = () =>
        document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "6", bubbles: true }));
      const title = document.querySelector(".question-strip a")!;
      const before = title.getAttribute("href");
      const observer = new MutationObserver(() => {
        if (document.querySelector(".question-strip a")?.getAttribute("href") === before) return;
        observer.disconnect();
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = press;
        port2.postMessage(null);
      });
      observer.observe(document.body, { subtree: true, childList: true, attributes: true });
    });
    await site.operator("POST /approvals/:id/reject", {
      params: { id: runs[shown]!.waitingFor!.id },
      body: { actorType: "human" },
    });
    await strip.getByText(/1 key pressed before/).waitFor();
    const other = runs[1 - shown]!;
    const { approvals } = await site.operator("GET /runs/:id", { params: { id: other.id } });
    assert.equal(approvals.find(({ id }) => id === other.waitingFor!.id)!.status, "pending");
    await site.atPeace();
  },
);
