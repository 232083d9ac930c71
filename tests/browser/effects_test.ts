/// <reference lib="dom" />
import assert from "node:assert/strict";
import { draftInvitation, mailSettings } from "../planner/draft_world.ts";
import { MailServer } from "../planner/mail_server.ts";
import { REVIEWED } from "../git.ts";
import { violationsOf } from "./axe.ts";
import { browserTest } from "./chromium.ts";
import { ReviewSite } from "./review_site.ts";

const SHOTS = Deno.env.get("SHOTS");

browserTest("a mail that may have arrived is settled by a person, on the page of effects", async () => {
  await using server = await MailServer.start();
  await using site = await ReviewSite.open();
  await site.operator("POST /planner/settings", { body: mailSettings(server) });
  const { draftId, sha256 } = await draftInvitation(site);
  server.at = (point) => point === "taken" ? server.cut() : undefined;
  const body = { drafts: [{ draftId, sha256 }], decision: REVIEWED };
  await site.operator("POST /planner/calendar-actions/drafts/send", { body });

  const page = await site.page("/dashboard");
  const need = page.getByRole("listitem").filter({ hasText: "Mail: did it happen?" });
  await need.waitFor();
  await page.keyboard.press("Enter");
  await page.waitForURL("**/dashboard/system?tab=effects&shown=uncertain");
  await page.goto(`${site.service.url}/dashboard`);
  await need.waitFor();
  await page.keyboard.press("Control+k");
  await page.keyboard.type("did it happen");
  await page.getByRole("option", { name: /did it happen/ }).waitFor();
  await page.keyboard.press("Enter");
  await page.waitForURL("**/dashboard/system?tab=effects&shown=uncertain");
  await page.goto(`${site.service.url}/dashboard`);
  await need.getByRole("link", { name: "Settle" }).click();
  await page.getByRole("radio", { name: "All" }).click();
  await page.getByText("1 effect uncertain: say what became of it.").waitFor();
  const table = page.getByRole("region", { name: "Effects" });
  await table.getByText("Calendar change").waitFor();
  assert.deepEqual(await violationsOf(page), []);
  if (SHOTS) await page.screenshot({ path: `${SHOTS}/effects-wide.png` });
  await page.setViewportSize({ width: 390, height: 844 });
  if (SHOTS) await page.screenshot({ path: `${SHOTS}/effects-narrow.png`, fullPage: true });
  await page.emulateMedia({ colorScheme: "dark" });
  if (SHOTS) await page.screenshot({ path: `${SHOTS}/effects-narrow-dark.png`, fullPage: true });
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.getByRole("radio", { name: "Uncertain" }).click();
  await table.getByText("Calendar change").waitFor({ state: "detached" });
  await page.getByRole("button", { name: "Settle …" }).click();
  const dialog = page.getByRole("dialog", { name: "Mail: what happened?" });
  await dialog.getByRole("radio", { name: "It did not happen" }).click();
  await dialog.getByRole("textbox").fill("Bob never got it.");
  assert.deepEqual(await violationsOf(page), []);
  if (SHOTS) await page.screenshot({ path: `${SHOTS}/effects-dialog-dark.png` });
  await dialog.getByRole("button", { name: "Settle" }).click();
  await page.getByText("Nothing is uncertain").waitFor();
  await page.getByRole("radio", { name: "All" }).click();
  await table.getByText("not done, by a person").waitFor();
  await table.getByText("Bob never got it.").waitFor();

  server.at = () => {};
  const again = await site.operator("POST /planner/calendar-actions/drafts/send", { body });
  assert.equal(again.results[0]!.status, "sent", "what did not arrive is reviewed and sent again");
  await site.atPeace();
});
