import assert from "node:assert/strict";
import { Harness } from "../harness.ts";
import { temporaryDirectory } from "../temporary.ts";
import { REVIEWED } from "../approvals/letters.ts";
import { DavProxy } from "./dav_proxy.ts";
import { configureRadicale } from "./dav_world.ts";
import { startDoomed } from "./killed.ts";
import { calendar, event, refresh } from "./planner_world.ts";
import { Radicale, radicaleTest } from "./radicale.ts";

const EVENTS = [
  "approval.approved",
  "approval.apply_started",
  "planner.action_started",
  "planner.action_step_done",
  "planner.action_finished",
  "approval.applied",
];

/** "late": the request of the killed service reaches the server between the look and the write of the next one. */
for (const point of [...EVENTS, "before", "late", "after"]) {
  radicaleTest(
    `kill -9 of a calendar action at "${point}": after a restart it is written exactly once`,
    async () => {
      await using radicale = await Radicale.start();
      await using proxy = new DavProxy(radicale);
      const directory = temporaryDirectory();
      await radicale.put("a", calendar([event({ uid: "a", start: "20260302T090000Z" })]));
      const first = await Harness.open({}, directory);
      await configureRadicale(first, proxy);
      await refresh(first);
      const [a] = await first.operator("GET /planner/artifacts");
      const { id, planSha256 } = await first.operator("POST /planner/calendar-actions", {
        body: {
          action: "update",
          artifactId: a!.id,
          event: { title: "Lunch, later", start: "2026-03-02T12:00:00Z" },
        },
      });
      await first.close();
      assert.equal(proxy.writes, 0);
      const body = { actionId: id, planSha256, decision: REVIEWED };
      const doomed = startDoomed(directory, "/planner/calendar-actions/execute", body, point);
      const next = Promise.withResolvers<void>();
      const arrived = Promise.withResolvers<void>();
      proxy.atWrite = async (at) => {
        if (at === (point === "late" ? "before" : point)) await doomed.kill();
        if (point !== "late") return;
        if (at === "before") await next.promise;
        else arrived.resolve();
      };
      await doomed.ended;
      proxy.atWrite = async (at) => {
        if (at !== "before") return arrived.resolve();
        next.resolve();
        if (point === "late") await arrived.promise;
      };
      await using h = await Harness.open({}, directory);
      const done = await h.operator("POST /planner/calendar-actions/execute", { body });
      assert.deepEqual([done.status, done.result?.steps.length], ["executed", 1], done.result?.detail);
      assert.equal(proxy.writes, 1);
      const text = await radicale.get("a");
      assert.ok(text.includes("DTSTART:20260302T120000Z") && text.includes("SEQUENCE:1"), text);
      assert.deepEqual(h.rebuildDifferences(), []);
    },
  );
}
