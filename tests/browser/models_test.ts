/// <reference lib="dom" />
import assert from "node:assert/strict";
import { violationsOf } from "./axe.ts";
import { browserTest } from "./chromium.ts";
import { ReviewSite } from "./review_site.ts";

const MODELS = "/dashboard/models";
const ATTACK = '<img src=x onerror="globalThis.attacked=1">';

const policy = (site: ReviewSite, name: string) =>
  site.operator("POST /model-routing/policies", {
    body: { name, match: { role: "worker" }, prefer: [{ provider: "builtin", model: "recipe" }] },
  });

browserTest("a provider is checked on request, and the check is in its history", async () => {
  await using site = await ReviewSite.open();
  const page = await site.page(MODELS);
  const panel = page.getByRole("region", { name: "Built-in recipes" });
  await panel.getByText("ready", { exact: true }).waitFor();
  assert.equal(
    await panel.getByText(/not checked yet$/).count(),
    0,
    "what is built in is up",
  );
  await panel.getByText("History").click();
  await panel.getByText("Not checked yet.").waitFor();
  await panel.getByRole("button", { name: /^Check now/ }).click();
  await panel.getByText("answered", { exact: true }).waitFor();
  const strip = panel.getByRole("img", { name: "Built-in recipes answered each of the newest checks: 1." });
  assert.equal(await strip.locator("span").count(), 1);
  assert.deepEqual(await violationsOf(page), []);
  const history = await site.operator("GET /providers/:provider/health-history", {
    params: { provider: "builtin" },
    query: {},
  });
  assert.deepEqual(history.map(({ ok, trigger }) => [ok, trigger]), [[true, "demand"]]);
  await site.atPeace();
});

browserTest(
  "the catalog lists each model with its state and price, and is filtered by provider in the address",
  async () => {
    await using site = await ReviewSite.open();
    const known = await site.operator("GET /model-catalog", { query: {} });
    const page = await site.page(`${MODELS}?tab=catalog`);
    const rows = page.getByRole("region", { name: "All models" }).locator("tbody tr");
    await rows.first().waitFor();
    assert.equal(await rows.count(), known.length);
    await rows.getByText(known[0]!.id, { exact: true }).waitFor();
    await page.getByLabel("Provider").selectOption("builtin");
    await page.waitForURL("**&provider=builtin");
    await page.reload();
    await rows.first().waitFor();
    assert.equal(await rows.count(), known.filter(({ provider }) => provider === "builtin").length);
    await site.atPeace();
  },
);

browserTest("a policy is created and changed, and the route of a run names it as the reason", async () => {
  await using site = await ReviewSite.open();
  const [model] = await site.operator("GET /model-catalog", { query: { provider: "builtin" } });
  const page = await site.page(`${MODELS}?tab=routing`);
  await page.getByText("No policies. Each run uses the model that it asks for").waitFor();
  await page.getByRole("button", { name: "Add a policy …" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Name").fill("Workers");
  await dialog.getByLabel("Preferred models").fill("nonsense");
  await dialog.getByLabel("For the role").fill("worker");
  await dialog.getByRole("button", { name: "Save the policy" }).click();
  await dialog.getByRole("alert").getByText('"nonsense" is not a model.').waitFor();
  await dialog.getByLabel("Preferred models").fill(model!.id);
  await page.keyboard.press("Control+Enter");
  await dialog.waitFor({ state: "detached" });
  const policies = page.getByRole("list", { name: "Policies" });
  await policies.getByText("Workers").waitFor();

  await page.getByLabel("Request").fill('create b.txt with "b"');
  await page.getByLabel("Role").fill("worker");
  await page.getByRole("button", { name: "Preview the route" }).click();
  const route = page.getByRole("region", { name: "Which model would a run use?" }).getByRole("status");
  await route.getByText(model!.id, { exact: true }).waitFor();
  await route.getByText("Workers", { exact: true }).waitFor();

  await policies.getByRole("button", { name: /^Change …/ }).click();
  await dialog.getByLabel("Status").selectOption("inactive");
  await dialog.getByLabel("Privacy limit").selectOption("local");
  await page.keyboard.press("Control+Enter");
  await policies.getByText("inactive").waitFor();
  const [stored] = await site.operator("GET /model-routing/policies", { query: {} });
  assert.equal(stored!.version, 2);
  assert.deepEqual(stored!.limits, { privacy: "local" });
  await site.atPeace();
});

browserTest("the spend of the day is shown with its budgets, and no spend is zero", async () => {
  await using site = await ReviewSite.open();
  const page = await site.page(`${MODELS}?tab=spend`);
  await page.getByRole("region", { name: "Today" }).getByText("$0.00", { exact: true }).waitFor();
  await page.getByRole("region", { name: "Budgets" }).getByText("no limit").first().waitFor();
  await page.getByText("No model calls today.").waitFor();
  const names = await page.locator("dt").allInnerTexts();
  assert.ok(
    names.includes("Tokens") && !names.includes("In progress"),
    "a fact without a value is not shown",
  );
  await site.atPeace();
});

browserTest("the name of a policy stays text", async () => {
  await using site = await ReviewSite.open();
  await policy(site, `policy ${ATTACK}`);
  const page = await site.page(`${MODELS}?tab=routing`);
  await page.getByText(`policy ${ATTACK}`).first().waitFor();
  assert.equal(await page.evaluate(() => "attacked" in globalThis), false);
  assert.equal(await page.locator("img").count(), 0);
  await site.atPeace();
});

browserTest("axe-core finds no violations in the models, in any theme, wide and narrow", async () => {
  await using site = await ReviewSite.open();
  await policy(site, "Workers");
  const page = await site.page(MODELS);
  const look = async (region: string) => {
    await page.getByRole("region", { name: region }).waitFor();
    assert.deepEqual(await violationsOf(page, { narrow: true }), [], region);
  };
  await look("Built-in recipes");
  await page.getByRole("tab", { name: "Catalog" }).click();
  await look("All models");
  await page.getByRole("tab", { name: "Routing" }).click();
  await page.getByRole("button", { name: "Preview the route" }).click();
  await page.locator(".rationale").waitFor();
  await look("Policies");
  await page.getByRole("tab", { name: "Spend" }).click();
  await look("Budgets");
  await site.atPeace();
});
