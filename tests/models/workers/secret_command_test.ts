import assert from "node:assert/strict";
import { REVIEWED } from "../../git.ts";
import { pendingOf } from "../../kit/pending_of.ts";
import { ModelWorld, planning, works } from "./scenario.ts";

const CANARY = "canary-5b1f0e7c9a2d4e86";

for (const decision of ["approve", "reject"] as const) {
  Deno.test(`a command that contains a secret is of the class secret-use and asks a human: ${decision}`, async () => {
    const command = `printf %s ${CANARY} | wc -c`;
    await using world = await ModelWorld.open(planning(works({ name: "run_command", input: { command } })));
    const { h } = world;
    await h.operator("POST /secrets", { body: { name: "canary", kind: "api-key", value: CANARY } });
    const { id } = await world.create("Count the token.");
    const asked = pendingOf(await h.settled(id));
    assert.deepEqual([asked.policyClass, asked.authority, asked.risk], ["secret-use", "human", "high"]);
    assert.deepEqual(asked.evidence.map(({ kind }) => kind), ["command"]);
    assert.match(asked.reasons.join(" "), /It contains the value of .*canary/);
    const params = { id: asked.id };
    const coordinator = { ...REVIEWED, actorType: "coordinator" };
    const { status } = await h.json("POST", `/approvals/${asked.id}/approve`, coordinator);
    assert.equal(status, 403, "only a human decides it");
    if (decision === "approve") await h.operator("POST /approvals/:id/approve", { params, body: REVIEWED });
    else await h.operator("POST /approvals/:id/reject", { params, body: { actorType: "human" } });
    assert.equal((await h.settled(id)).status, "completed");
    const ran = world.events(id, "tool.completed").map(({ data }) => (data as { output?: string }).output);
    assert.deepEqual(ran.map((output) => output?.trim()), decision === "approve" ? [`${CANARY.length}`] : []);
    assert.ok(!JSON.stringify(h.store.events.after(0, 10_000)).includes(CANARY), "the value is not recorded");
    assert.deepEqual(h.rebuildDifferences(), []);
  });
}
