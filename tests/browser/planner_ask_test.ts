/// <reference lib="dom" />
import assert from "node:assert/strict";
import { testNeeding } from "../kit/skip.ts";
import { ModelServer } from "../models/server/model_server.ts";
import { says } from "../models/server/reply.ts";
import { nameOf } from "../planner/given.ts";
import { DavProxy } from "../planner/dav_proxy.ts";
import { configureRadicale } from "../planner/dav_world.ts";
import { calendar, calendarFile, event } from "../planner/planner_world.ts";
import { NO_RADICALE, Radicale } from "../planner/radicale.ts";
import { violationsOf } from "./axe.ts";
import { browserTest, NO_BROWSER } from "./chromium.ts";
import { CONFIRMATIONS } from "./review_parts.ts";
import { ReviewSite } from "./review_site.ts";
import { tabTo } from "./tab_to.ts";

const ASK = "/dashboard/planner?tab=ask";
const day = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
const compact = (days: number): string => day(days).replaceAll("-", "");

browserTest("a question is answered with citations that open their source, also by keyboard", async () => {
  await using site = await ReviewSite.open();
  const path = calendarFile([
    event({
      uid: "review",
      start: `${compact(2)}T140000Z`,
      title: "Design review <b>\u202ebold",
      lines: ["DESCRIPTION:The door code is 4711."],
    }),
  ]);
  await site.operator("POST /planner/settings", {
    body: { timeZone: "UTC", sources: [{ id: "home", kind: "ics_file", path }] },
  });
  await site.operator("POST /planner/refresh", { body: {} });
  const page = await site.page(ASK);
  await page.getByLabel("Question or change").waitFor();
  await page.keyboard.press("n");
  await page.keyboard.type(`What is on ${day(2)}?`);
  await page.keyboard.press("Enter");
  const answer = page.locator(".panel", { hasText: "Answer" });
  await answer.getByText("from 14:00 to 15:00").waitFor();
  assert.match(await answer.innerText(), /computed from your records[\s\S]*Searched: local; home, as of/);
  assert.doesNotMatch(await answer.innerText(), /\u202e/);
  assert.deepEqual(await violationsOf(page, { narrow: true }), []);
  await answer.locator(".citation").first().focus();
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog");
  await dialog.getByText("The door code is 4711.").waitFor();
  assert.deepEqual(await violationsOf(page), []);
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "detached" });
  assert.equal(await page.evaluate(() => document.activeElement?.className), "citation");

  await page.getByLabel("Question or change").fill("What is the code of the door?");
  await page.getByRole("button", { name: "Ask", exact: true }).click();
  await answer.getByText("quoted from your records").waitFor();
  await answer.locator(".citations q", { hasText: "The door code is 4711." }).waitFor();
  await page.getByLabel("Question or change").fill("Cancel everything");
  await page.getByRole("button", { name: "Ask", exact: true }).click();
  await answer.getByText("A question cannot change anything.").waitFor();
  await page.emulateMedia({ media: "print" });
  assert.equal(await page.locator(".quick-add").isVisible(), false, "paper has the answer alone");
  assert.equal(await answer.isVisible(), true);
  await page.emulateMedia({ media: "screen" });
  await site.atPeace();
});

browserTest(
  "a change in plain words is clarified, shown as understood, and applied if it is local",
  async () => {
    await using site = await ReviewSite.open();
    await site.operator("POST /planner/settings", { body: { timeZone: "UTC" } });
    for (const title of ["Design review", "Budget review"]) {
      await site.operator("POST /planner/calendar-events/create", {
        body: { title, start: `${day(2)}T14:00:00Z`, durationMinutes: 60 },
      });
    }
    const page = await site.page(ASK);
    const words = page.getByLabel("Question or change");
    await words.fill("Cancel the review");
    await page.getByRole("button", { name: "Plan a change" }).click();
    await page.locator(".field-problem", { hasText: "matches 2 events" }).waitFor();
    await words.fill(`Move design review to ${day(3)} at 9:30`);
    await page.getByRole("button", { name: "Plan a change" }).click();
    const change = page.locator(".panel", { hasText: "Planned change" });
    await change.locator(".fact", { hasText: "start" }).getByText(`${day(3)}T09:30`).waitFor();
    assert.match(await change.locator(".plan-diff").innerText(), /start/);
    assert.match(await change.innerText(), /No mail is sent from here/);
    assert.deepEqual(await violationsOf(page, { narrow: true }), []);
    await change.getByRole("button", { name: "Apply", exact: true }).click();
    await change.getByText(/Done/).waitFor();
    const list = await site.operator("GET /planner/artifacts", { query: { query: "design" } });
    assert.equal(list[0]!.start?.at, `${day(3)}T09:30:00.000Z`);
    // The service asked back about an ambiguous request.
    assert.deepEqual(site.complaints.filter((each) => !each.includes("400")), []);
  },
);

browserTest("a model answers only if the settings allow it, and its name and cost are shown", async () => {
  await using server = ModelServer.start((question) =>
    says(JSON.stringify({
      sentences: [
        {
          text: "The door code of the design review is 4711.",
          quotes: [{ record: nameOf(question, "4711"), quote: "The door code is 4711." }],
        },
        { text: "It is cancelled.", quotes: [{ record: "record-1", quote: "cancelled" }] },
      ],
    }))
  );
  await using site = await ReviewSite.open();
  await site.operator("POST /providers", {
    body: { id: "near", kind: "openai-compatible", baseUrl: server.baseUrl, models: ["m"] },
  });
  const lines = ["DESCRIPTION:The door code is 4711."];
  const path = calendarFile([
    event({ uid: "review", start: `${compact(2)}T140000Z`, title: "Design review", lines }),
  ]);
  await site.operator("POST /planner/settings", {
    body: { timeZone: "UTC", sources: [{ id: "home", kind: "ics_file", path }] },
  });
  await site.operator("POST /planner/refresh", { body: {} });
  const page = await site.page("/dashboard/planner?tab=settings");
  const readers = page.getByLabel("Models that may read your records");
  await readers.waitFor();
  assert.equal(await readers.inputValue(), "never");
  assert.deepEqual(await violationsOf(page, { narrow: true }), []);
  await readers.selectOption({ label: "Models on this machine" });
  await page.getByRole("button", { name: "Save the settings" }).click();
  await page.getByText("The planner's settings are saved.").waitFor();
  assert.equal((await site.operator("GET /planner/settings")).ask.model, "local");

  await page.goto(`${site.service.url}${ASK}`);
  await page.getByLabel("Question or change").fill("Door code of the review");
  await page.keyboard.press("Enter");
  const answer = page.locator(".panel", { hasText: "Answer" });
  await answer.getByText("by a model, from your records").waitFor();
  assert.match(
    await answer.innerText(),
    /The door code of the design review is 4711\.[\s\S]*1 sentence could not be verified and is left out[\s\S]*Asked near\/m: 120 tokens, cost unknown\./,
  );
  assert.doesNotMatch(await answer.innerText(), /cancelled/);
  assert.deepEqual(await violationsOf(page, { narrow: true }), []);
  await site.atPeace();
});

testNeeding(NO_BROWSER ?? NO_RADICALE, {
  name: "the review of a change shows before and after, who gets mail, and the server that mails by itself",
  sanitizeOps: false,
  sanitizeResources: false,
  fn: async () => {
    await using radicale = await Radicale.start();
    await using proxy = new DavProxy(radicale);
    proxy.headers = { dav: "1, 2, calendar-access, calendar-auto-schedule" };
    const lines = ["ORGANIZER:mailto:ann@home.example", "ATTENDEE:mailto:bob@work.example"];
    const start = `${compact(2)}T090000Z`;
    await radicale.put("a", calendar([event({ uid: "a", start, title: "Design review", lines })]));
    await radicale.put("b", calendar([event({ uid: "b", start: `${compact(3)}T100000Z`, title: "Call" })]));
    await using site = await ReviewSite.open();
    await configureRadicale(site, proxy, {
      identity: { name: "Ann", emails: ["ann@home.example"] },
      smtp: { host: "127.0.0.1", port: 2525, security: "none", from: "ann@home.example" },
    });
    await site.operator("POST /planner/refresh", { body: {} });
    const action = await site.operator("POST /planner/calendar-actions", {
      body: {
        request: `Move the design review to ${day(3)} at 10:30`,
        notify: "draft",
        serverMayNotify: true,
      },
    });
    const page = await site.page(`/dashboard/approvals/${action.approvalId}`);
    const plan = page.locator(".plan-view");
    await plan.locator(".plan-diff").waitFor();
    const text = await plan.innerText();
    assert.match(text, /server of dav sends mail itself\. It may notify bob@work\.example/);
    assert.match(text, /Drafted[\s\S]*bob@work\.example \(request\)/);
    assert.match(text, /New conflicts[\s\S]*"Call"/);
    assert.match(await plan.locator("del").first().innerText(), new RegExp(day(2)));
    assert.match(await plan.locator("ins").first().innerText(), new RegExp(day(3)));
    await page.getByText("Requested as").waitFor();
    assert.deepEqual(await violationsOf(page, { narrow: true }), []);
    await page.emulateMedia({ media: "print" });
    const approve = page.getByRole("button", { name: "Approve", exact: true });
    assert.equal(await approve.isVisible(), false, "paper has nothing to press");
    assert.match(await plan.innerText(), /bob@work\.example[\s\S]*"Call"/, "paper has the whole plan");
    await page.emulateMedia({ media: "screen" });
    assert.equal(await approve.isVisible(), true, "the control: the screen has");

    const before = proxy.writes;
    await page.locator("body").press("Home");
    for (const [statement] of CONFIRMATIONS) {
      await tabTo(page, page.getByRole("checkbox", { name: statement }));
      await page.keyboard.press("Space");
    }
    await tabTo(page, approve);
    assert.equal(proxy.writes, before, "moving through the page decides nothing");
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: "Applied", exact: true }).waitFor();
    assert.equal(proxy.writes, before + 1);
    assert.match(await radicale.get("a"), new RegExp(`DTSTART[^:]*:${compact(3)}T103000Z`));
    await site.atPeace();
  },
});
