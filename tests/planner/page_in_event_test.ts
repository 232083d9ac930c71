import assert from "node:assert/strict";
import { type Harness, harness } from "../harness.ts";
import { REVIEWED } from "../approvals/letters.ts";
import { configureRadicale } from "./dav_world.ts";
import { calendar, event, refresh } from "./planner_world.ts";
import { Radicale, radicaleTest } from "./radicale.ts";

const NOW = () => new Date("2026-03-01T00:00:00Z");

const titled = async (h: Harness, title: string) =>
  (await h.operator("GET /planner/artifacts", { query: {} })).find((one) => one.title === title)!;
const plan = (h: Harness, artifactId: string, more: object) =>
  h.json("POST", "/planner/calendar-actions", { action: "update", artifactId, ...more });

radicaleTest("an event with a page of HTML in it is read and changed, as every other", async () => {
  await using radicale = await Radicale.start();
  await using h = await harness({ now: NOW });
  await configureRadicale(h, radicale);
  const lines = [
    'X-ALT-DESC;FMTTYPE=text/html:<!DOCTYPE HTML PUBLIC "-//W3C//DTD HTML 3.2//EN"><p>Agenda</p>',
  ];
  await radicale.put("page", calendar([event({ uid: "page", title: "Review", lines })]));
  assert.equal((await refresh(h)).status, "completed");
  const { status, body } = await plan(h, (await titled(h, "Review")).id, { event: { title: "Design" } });
  assert.equal(status, 201, body.error);
  const execution = { actionId: body.id, planSha256: body.planSha256, decision: REVIEWED };
  const done = await h.operator("POST /planner/calendar-actions/execute", { body: execution });
  assert.equal(done.status, "executed");
  assert.equal((await titled(h, "Design")).uid, "page");
});
