import assert from "node:assert/strict";
import { harness } from "../harness.ts";
import { REVIEWED } from "../approvals/letters.ts";
import { calendar, event, refresh } from "./planner_world.ts";
import { configureRadicale } from "./dav_world.ts";
import { Radicale, radicaleTest } from "./radicale.ts";

radicaleTest(
  "a move is planned without a write, reviewed, and written once; what this program does not know stays",
  async () => {
    await using radicale = await Radicale.start();
    await using h = await harness();
    const lines = [
      "X-COLOUR:blue",
      "LOCATION:Room 1",
      "BEGIN:VALARM",
      "ACTION:DISPLAY",
      "DESCRIPTION:soon",
      "TRIGGER:-PT10M",
      "END:VALARM",
    ];
    await radicale.put(
      "a",
      calendar([event({ uid: "a", start: "20260302T090000Z", title: "Lunch", lines })]),
    );
    await configureRadicale(h, radicale);
    await refresh(h);
    const [a] = await h.operator("GET /planner/artifacts");
    const before = await radicale.get("a");
    const planned = await h.operator("POST /planner/calendar-actions", {
      body: { action: "move", artifactId: a!.id, event: { start: "2026-03-02T11:00:00Z" } },
    });
    assert.deepEqual([planned.status, planned.policyClass, planned.result], [
      "needs_review",
      "external-write",
      null,
    ]);
    assert.equal(await radicale.get("a"), before, "a plan writes nothing");
    assert.deepEqual(planned.plan.diff.map(({ field, after }) => [field, after]), [
      ["start", "2026-03-02T11:00:00"],
      ["end", "2026-03-02T12:00:00"],
    ]);
    const run = (body: object) =>
      h.json("POST", "/planner/calendar-actions/execute", { actionId: planned.id, ...body });
    const { planSha256 } = planned;
    assert.equal((await run({ planSha256: "0".repeat(64) })).status, 400);
    const undecided = await run({ planSha256 });
    assert.equal(undecided.status, 400);
    assert.ok(undecided.body.error.includes(planned.approvalId!));
    assert.equal(
      (await run({ planSha256, decision: { actorType: "human" } })).status,
      400,
      "all three flags",
    );
    assert.equal(await radicale.get("a"), before);
    const done = await run({ planSha256, decision: REVIEWED });
    assert.deepEqual([done.status, done.body.status], [200, "executed"]);
    const after = await radicale.get("a");
    for (
      const kept of [
        "X-COLOUR:blue",
        "LOCATION:Room 1",
        "TRIGGER:-PT10M",
        "SEQUENCE:1",
        "DTSTART:20260302T110000Z",
      ]
    ) {
      assert.ok(after.includes(kept), `${kept} in ${after}`);
    }
    assert.deepEqual((await run({ planSha256 })).body, done.body, "the same again is the same answer");
    const [moved] = await h.operator("GET /planner/artifacts");
    assert.equal(moved!.start!.at, "2026-03-02T11:00:00.000Z");
    assert.equal((await refresh(h)).counts.changed, 0);

    const undo = await h.operator("POST /planner/calendar-actions", { body: { undoOf: planned.id } });
    const undone = await h.operator("POST /planner/calendar-actions/execute", {
      body: { actionId: undo.id, planSha256: undo.planSha256, decision: REVIEWED },
    });
    assert.deepEqual([undone.status, undone.undoOf], ["executed", planned.id]);
    assert.ok((await radicale.get("a")).includes("DTSTART:20260302T090000Z"));
    assert.deepEqual(h.rebuildDifferences(), []);
  },
);
