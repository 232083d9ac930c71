import assert from "node:assert/strict";
import { harness } from "../harness.ts";
import { queuedRun } from "./queued_run.ts";
import { assertRefusal, leavesNoEvent } from "./sentence.ts";
import { World } from "../runs/runs_world.ts";

const post = (body: unknown): RequestInit => ({
  method: "POST",
  headers: { "content-type": "application/json" },
  body: JSON.stringify(body),
});

const BAD_REQUESTS: Readonly<Record<string, Record<string, unknown>>> = {
  "a repoPath that is not absolute": { repoPath: "relative/path" },
  "a repoPath that is not there": { repoPath: "/no/such/directory" },
  "a repoPath that is a file": { repoPath: "/etc/hostname" },
  "a repoPath with NUL": { repoPath: "/tmp/\0" },
  "an unknown workflow template": { workflowTemplateId: "no-such-template" },
  "an unknown workflow": { workflowId: "no-such-workflow" },
  "a verifier with NUL": { verifier: { command: "true\0" } },
  "a setup with NUL": { setup: { command: "true\0" } },
};

for (const [what, fields] of Object.entries(BAD_REQUESTS)) {
  Deno.test(`POST /runs and /runs/:id/retry refuse ${what} with 400 and leave no event`, async () => {
    await using h = await harness();
    await using run = await queuedRun(h);
    const request = { request: 'create a.md with "x"', repoPath: run.repoPath, ...fields };
    await leavesNoEvent(h, `POST /runs with ${what}`, async () => {
      await assertRefusal(await h.send("/runs", post(request)), [400], `POST /runs with ${what}`);
    });
    await leavesNoEvent(h, `retry with ${what}`, async () => {
      await assertRefusal(await h.send(`/runs/${run.id}/retry`, post(fields)), [400], `retry with ${what}`);
    });
  });
}

Deno.test("a refusal stays a sentence of 2,000 characters, whatever it quotes, and ends with what to do", async () => {
  await using h = await harness();
  const address = await assertRefusal(await h.send(`/${"a".repeat(9_000)}`), [404], "a long address");
  assert.match(address, /…a+\. GET \/openapi\.json lists all endpoints\.$/);
  const long = { request: "x", repoPath: `/${"💥".repeat(2_000)}` };
  await assertRefusal(await h.send("/coordinator/runs", post(long)), [400], "a long path");
});

Deno.test("moves in a world where everything exists", async (t) => {
  await using world = await World.make();
  await t.step(
    "one that is not legal is 400, names the state, and leaves no event",
    () => refusesIllegal(world),
  );
  await t.step("a state that is reached already is 200 and changes nothing", () => acceptsReached(world));
});

async function refusesIllegal({ h, ids: { runs, approvals } }: World): Promise<void> {
  const review = {
    actorType: "human",
    reviewedEvidence: true,
    reviewedHashes: true,
    reviewedPolicyClass: true,
  };
  const moves: readonly (readonly [string, unknown, RegExp])[] = [
    [`/runs/${runs.completed}/pause`, {}, /completed/],
    [`/runs/${runs.failed}/resume`, {}, /failed/],
    [`/runs/${runs.cancelled}/pause`, {}, /cancelled/],
    [`/runs/${runs.completed}/task-cards/task_1/retry`, {}, /completed/],
    [`/runs/${runs.completed}/task-cards/task_1/block`, {}, /completed/],
    [`/runs/${runs.completed}/task-cards/task_1/escalate`, {}, /completed/],
    [`/approvals/${approvals.expired}/approve`, review, /expired/],
    [`/approvals/${approvals.cancelled}/approve`, review, /cancelled/],
    [`/approvals/${approvals.cancelled}/reject`, review, /cancelled/],
    [`/approvals/${approvals.applied}/reject`, review, /approved/],
    [`/approvals/${approvals.rejected}/approve`, review, /rejected/],
    [`/approvals/${approvals.rejected}/reject`, { ...review, disposition: "rework" }, /rejected/],
    [`/approvals/${approvals.superseded}/approve`, review, /approved for 1 hunk/],
    [`/approvals/${approvals.pending}/approve`, { actorType: "human" }, /reviewedEvidence/],
    [`/approvals/${approvals.pending}/reject`, { ...review, acceptedHunks: ["x"] }, /acceptedHunks/],
    [`/approvals/${approvals.pending}/approve`, { ...review, acceptedHunks: ["x"] }, /hunk x/],
  ];
  for (const [path, body, names] of moves) {
    await leavesNoEvent(h, path, async () => {
      assert.match(await assertRefusal(await h.send(path, post(body)), [400], path), names);
    });
  }
  await leavesNoEvent(h, "a coordinator's decision", async () => {
    const path = `/approvals/${approvals.pending}/approve`;
    const body = { ...review, actorType: "coordinator" };
    assert.match(await assertRefusal(await h.send(path, post(body)), [403], path), /human/);
  });
}

async function acceptsReached({ h, ids: { runs, approvals } }: World): Promise<void> {
  await h.operator("POST /runs/archive");
  for (
    const path of [
      `/runs/${runs.waiting}/resume`,
      `/runs/${runs.queued}/resume`,
      `/runs/${runs.paused}/pause`,
      `/runs/${runs.completed}/cancel`,
      `/runs/${runs.failed}/cancel`,
      `/runs/${runs.cancelled}/cancel`,
      `/runs/archive`,
    ]
  ) {
    await leavesNoEvent(h, path, async () => assert.equal((await h.json("POST", path)).status, 200, path));
  }
  await leavesNoEvent(h, "the same decision", async () => {
    const path = `/approvals/${approvals.rejected}/reject`;
    const again = { actorType: "human", disposition: "abandon" };
    const first = await h.json("POST", path, again);
    assert.equal(first.status, 200);
    assert.deepEqual((await h.json("POST", path, again)).body, first.body);
  });
}
