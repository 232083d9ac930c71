import assert from "node:assert/strict";
import { REVIEWED } from "../approvals/letters.ts";
import { harness } from "../harness.ts";
import { DavServer } from "../simulation/domains/dav_server.ts";
import { configureRadicale } from "./dav_world.ts";
import { refresh } from "./planner_world.ts";
import { serveDav } from "./served_dav.ts";

for (const [as, drafted] of [["done", 1], ["not_done", 0]] as const) {
  Deno.test(`an uncertain change that a person settles as ${as} has ${drafted} of its drafted mails`, async () => {
    const server = new DavServer();
    let broken = false;
    await using served = serveDav(server, ({ method }, answer) => {
      if (method === "PUT") {
        answer();
        broken = true;
      }
      return broken ? { status: 500, body: "" } : undefined;
    });
    await using h = await harness({ now: () => new Date("2026-03-01T00:00:00Z") });
    await configureRadicale(h, served, {
      identity: { name: "Ann", emails: ["ann@home.example"] },
      smtp: { host: "mail.example", port: 465, security: "tls", from: "ann@home.example" },
    });
    await refresh(h);
    const planned = await h.operator("POST /planner/calendar-actions", {
      body: {
        action: "create",
        calendarId: "dav:/ann/work/",
        event: { title: "Lunch", start: "2026-03-03T12:00:00Z", attendees: [{ email: "bob@work.example" }] },
        notify: "draft",
      },
    });
    const body = { actionId: planned.id, planSha256: planned.planSha256, decision: REVIEWED };
    const execute = () => h.operator("POST /planner/calendar-actions/execute", { body });
    assert.equal((await execute()).status, "uncertain");
    const [effect] =
      (await h.operator("GET /control-plane/effects", { query: { state: "uncertain" } })).items;
    await h.operator("POST /control-plane/effects/:id/settle", { params: { id: effect!.id }, body: { as } });
    const { status, result } = await execute();
    assert.deepEqual([status, result!.draftIds.length], [as === "done" ? "executed" : "failed", drafted]);
    const drafts = await h.operator("GET /planner/artifacts", { query: { type: "draft" } });
    assert.deepEqual(drafts.map(({ id }) => id), result!.draftIds);
    assert.deepEqual(h.rebuildDifferences(), []);
  });
}
