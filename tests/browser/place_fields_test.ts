/// <reference lib="dom" />
import assert from "node:assert/strict";
import { violationsOf } from "./axe.ts";
import { browserTest } from "./chromium.ts";
import { ReviewSite } from "./review_site.ts";

const SHOTS = Deno.env.get("SHOTS");

browserTest(
  "needs and place are asked for with a run, set as defaults and in a profile, and shown on the run's page",
  async () => {
    await using site = await ReviewSite.open();
    const repoPath = site.repository().root;
    const page = await site.page(`/dashboard/runs?new=1&repo=${encodeURIComponent(repoPath)}`);
    const ask = page.getByRole("dialog", { name: "Ask for work" });
    await ask.getByLabel("Request").fill('create b.txt with "b"');
    await ask.getByLabel("Verifier").fill("test -f b.txt");
    await ask.getByLabel("Needs").fill("gpu, quiet");
    await ask.getByLabel("never leave this machine").check();
    assert.deepEqual(await violationsOf(page), []);
    if (SHOTS) await page.screenshot({ path: `${SHOTS}/new-run.png` });
    await ask.getByRole("button", { name: "Start the run" }).click();
    const facts = page.getByRole("region", { name: "Facts" });
    await facts.getByText("gpu, quiet").waitFor();
    await facts.getByText("this machine alone, which the run itself says").waitFor();
    await page.getByText(/The verification needs gpu, quiet, and this machine has only/).first().waitFor();
    if (SHOTS) await page.screenshot({ path: `${SHOTS}/run-waits.png`, fullPage: true });
    await page.setViewportSize({ width: 390, height: 844 });
    await page.emulateMedia({ colorScheme: "dark" });
    if (SHOTS) await page.screenshot({ path: `${SHOTS}/run-waits-narrow.png`, fullPage: true });

    const repositories = await site.page("/dashboard/repositories");
    await repositories.getByRole("button", { name: `Defaults of ${repoPath}` }).click();
    const defaults = repositories.getByRole("dialog", { name: "Defaults" });
    await defaults.getByLabel("Needs").fill("gpu, node22");
    await defaults.getByLabel("Place").fill("here");
    if (SHOTS) await repositories.screenshot({ path: `${SHOTS}/defaults-place.png` });
    await defaults.getByRole("button", { name: "Save" }).click();
    await defaults.waitFor({ state: "detached" });
    const { items } = await site.operator("GET /repositories/defaults", { query: { repoPath } });
    const of = (id: string) => items.find((item) => item.id === id)?.value;
    assert.deepEqual([of("needs"), of("place")], ["gpu,node22", "here"]);

    const agents = await site.page("/dashboard/agents?tab=profiles");
    await agents.getByRole("button", { name: "Change Worker" }).click();
    const profile = agents.getByRole("dialog", { name: "Change Worker" });
    await profile.getByLabel("Needs").fill("large");
    await profile.getByLabel("Place").selectOption("here");
    if (SHOTS) await agents.screenshot({ path: `${SHOTS}/profile-place.png`, fullPage: true });
    await profile.getByRole("button", { name: "Change it" }).click();
    await profile.waitFor({ state: "detached" });
    const changed = (await site.operator("GET /agent-profiles")).find(({ here }) => here);
    assert.deepEqual(changed?.needs, ["large"]);
    await site.atPeace();
  },
);
