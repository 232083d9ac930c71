import assert from "node:assert/strict";
import { TestRepository } from "../git.ts";
import { harness } from "../harness.ts";
import { pendingOf } from "../kit/pending_of.ts";
import { World } from "../models/acp/acp_world.ts";
import { script } from "../models/acp/script.ts";
import { sandboxTest } from "../sandbox.ts";

Deno.test("the agent token reads and changes nothing of what is done without asking", async () => {
  using repository = TestRepository.make();
  await using h = await harness();
  const before = h.store.head;
  const repoPath = repository.root;
  for (
    const [method, path, body] of [
      ["GET", "/repositories"],
      ["GET", "/repositories/admissions"],
      ["POST", "/repositories/dial", { repoPath, dial: "border" }],
      ["POST", "/repositories/dial", { repoPath, dial: null }],
      ["POST", "/repositories/admissions/grant_1/revoke", {}],
      ["POST", "/approvals/approval_1/approve", { actorType: "human", scope: "repository" }],
      ["GET", "/runs/run_1/unasked"],
    ] as const
  ) {
    const { status, body: answer } = await h.json(method, path, body, "agent-token");
    assert.equal(status, 403, `${method} ${path} ${JSON.stringify(answer)}`);
  }
  assert.equal(h.store.head, before);
  const set = await h.json("POST", "/repositories/dial", { repoPath, dial: "border" });
  assert.equal(set.status, 200, "the control: the operator may");
});

sandboxTest("a run of the agent token asks for each command at the border, and for its start", async () => {
  await using world = await World.open({ dial: "border" });
  const { h, repository } = world;
  const body = {
    request: script({ do: "edit", path: "a.txt", text: "a\n" }, { do: "run", command: "echo x > made.txt" }),
    repoPath: repository.root,
    worker: { provider: "coder" },
  };
  const { id } = await h.agent("POST /coordinator/runs", { body });
  const start = await h.settled(id);
  assert.equal(pendingOf(start).policyClass, "start");
  const asked = await world.decide(start, "approve");
  const question = pendingOf(asked);
  assert.deepEqual([question.policyClass, question.asks?.command], ["command", "echo x > made.txt"]);
  assert.equal(
    asked.approvals.some(({ policyClass }) => policyClass === "internal"),
    false,
    "the edit stays inside",
  );
});
