import assert from "node:assert/strict";
import { REVIEWED } from "../approvals/letters.ts";
import { Harness } from "../harness.ts";
import { temporaryDirectory } from "../temporary.ts";
import { configureRadicale } from "./dav_world.ts";
import { execute, LUNCH, plan } from "./fence_world.ts";
import { startDoomed } from "./killed.ts";
import { refresh } from "./planner_world.ts";
import { serveDav } from "./served_dav.ts";
import { DavServer } from "../simulation/domains/dav_server.ts";

for (
  const [point, status] of [
    ["approval.approved", "stale"],
    ["planner.action_started", "uncertain"],
    ["planner.action_step_done", "uncertain"],
  ] as const
) {
  Deno.test(`a write that was interrupted at "${point}" is ${status} once its source is set up again`, async () => {
    const server = new DavServer();
    await using served = serveDav(server);
    const directory = temporaryDirectory();
    const first = await Harness.open({}, directory);
    await configureRadicale(first, served);
    await refresh(first);
    const planned = await plan(first, { action: "create", calendarId: "dav:/ann/work/", event: LUNCH });
    await first.close();
    const body = { actionId: planned.id, planSha256: planned.planSha256, decision: REVIEWED };
    await startDoomed(directory, "/planner/calendar-actions/execute", body, point).ended;
    const early = async (h: Harness) => {
      await h.operator("POST /planner/settings", { body: { sources: [{ id: "dav", username: "bob" }] } });
    };
    await using h = await Harness.open({ early }, directory);
    const done = (await execute(h, planned)).body;
    assert.equal(done.status, status);
    assert.match(done.result.detail, /^The source was set up again after this was planned\. /);
  });
}
