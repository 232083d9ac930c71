/// <reference lib="dom" />
import assert from "node:assert/strict";
import { browserTest } from "./chromium.ts";
import { nightlyCheck } from "./nightly_check.ts";
import { ReviewSite } from "./review_site.ts";

browserTest(
  "a button that is pressed twice asks once, and keeps the focus until there is an answer",
  async () => {
    await using site = await ReviewSite.open();
    const repository = site.repository();
    const { id } = await site.operator("POST /automations", {
      body: {
        name: "Nightly check",
        trigger: { kind: "schedule", cron: "30 2 * * *", timezone: "UTC" },
        action: { kind: "run", request: 'create nightly.md with "x"', repoPath: repository.root },
      },
    });
    await site.operator("POST /automations/:id/trigger", { params: { id }, body: {} });
    const page = await site.page(`/dashboard/automations/${id}`);
    const repeat = page.getByRole("button", { name: /^Repeat what came at/ });
    await repeat.waitFor();
    let asked = 0;
    const go = Promise.withResolvers<void>();
    await page.route("**/trigger", async (route) => {
      asked++;
      await go.promise;
      await route.continue();
    });
    await repeat.focus();
    await repeat.evaluate((button: HTMLButtonElement) => {
      button.click();
      button.click();
    });
    await page.locator('button[aria-busy="true"]').waitFor();
    await page.keyboard.press("Enter");
    assert.equal(await repeat.evaluate((button) => button === document.activeElement), true);
    go.resolve();
    await page.locator('button[aria-busy="true"]').waitFor({ state: "detached" });
    assert.equal(asked, 1);
    await site.atPeace();
  },
);

browserTest("a form that is refused leaves the focus on the button that sent it", async () => {
  await using site = await ReviewSite.open();
  const page = await site.page("/dashboard/memory");
  await page.getByRole("button", { name: "Add a note …" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Statement").fill("Tests come first.");
  let asked = 0;
  const [sent, go] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  await page.route("**/memory", async (route) => {
    if (route.request().method() !== "POST" || asked++ > 0) return await route.continue();
    sent.resolve();
    await go.promise;
    await route.abort();
  });
  const add = dialog.getByRole("button", { name: "Add", exact: true });
  await add.focus();
  await page.keyboard.press("Enter");
  await sent.promise;
  await page.keyboard.press("Enter");
  go.resolve();
  await dialog.getByRole("alert").waitFor();
  assert.equal(asked, 1);
  assert.equal(await add.evaluate((button) => button === document.activeElement), true);
  await page.keyboard.press("Enter");
  await dialog.waitFor({ state: "detached" });
  assert.deepEqual(site.complaints.filter((each) => !each.includes("ERR_FAILED")), []);
});

browserTest(
  "why what a dialog asked for was refused is said in front of it, and stays on the page",
  async () => {
    await using site = await ReviewSite.open();
    const { id } = await nightlyCheck(site);
    const page = await site.page(`/dashboard/automations/${id}`);
    await page.route(`**/automations/${id}`, async (route) => {
      if (route.request().method() === "DELETE") await route.abort();
      else await route.continue();
    });
    await page.getByRole("button", { name: "Delete …" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("button", { name: "Delete the automation" }).click();
    const said = page.getByRole("alert").getByText("The service does not answer.");
    await said.click({ trial: true });
    assert.equal(await dialog.count(), 1);
    await page.getByRole("button", { name: "Go back" }).click();
    await said.click({ trial: true });
    assert.equal(await dialog.count(), 0);
    await page.getByRole("button", { name: "Dismiss the message" }).click();
    await said.waitFor({ state: "detached" });
    assert.deepEqual(site.complaints.filter((each) => !each.includes("ERR_FAILED")), []);
  },
);
