import assert from "node:assert/strict";
import { z } from "zod";
import { sha256 } from "../../store/chain.ts";
import type { RunDetails } from "../../services/execution/run_views/detail_schemas.ts";
import type { SentTree } from "../../services/workforce/worker_machines/wire/mod.ts";
import { TestRepository } from "../git.ts";
import { type Harness, harness } from "../harness.ts";
import { pendingOf } from "../kit/pending_of.ts";
import { World } from "../models/acp/acp_world.ts";
import { approvePending } from "../runs/scenario.ts";
import { ForeignObjects } from "./foreign_objects.ts";
import { Holder, OPENED } from "./holder.ts";
import { askForWork, enrolMachine } from "./machine.ts";

const WORKFLOW = ".github/workflows/ci.yml";
const QUESTION = `Let the worker change ${WORKFLOW}`;

/** Sends what a task began with, b.txt, and a protected file. Returns what to say of it, and the state of that file. */
async function sendWorkflow(holder: Holder, objects: ForeignObjects) {
  const blob = (text: string) => objects.write("blob", text);
  const [hello, made, ci] = [blob("hello\n"), blob("b"), blob("on: push\n")];
  const workflows = objects.tree([{ mode: "100644", name: "ci.yml", id: ci }]);
  const github = objects.tree([{ mode: "40000", name: "workflows", id: workflows }]);
  const tree = objects.tree([
    { mode: "40000", name: ".github", id: github },
    { mode: "100644", name: "a.txt", id: hello },
    { mode: "100644", name: "b.txt", id: made },
  ]);
  const commit = objects.commit(tree, holder.manifest.task.start.commit);
  const pack = await holder.put(objects.pack([hello, made, ci, workflows, github, tree, commit]));
  const files: SentTree = { commit, tree, pack };
  return { files, state: `100644 ${ci} ${WORKFLOW}` };
}

/** Requires that a run asks about the protected file, and that nothing of it is left if a human says no. */
async function refuseWorkflow(h: Harness, repository: TestRepository, run: RunDetails): Promise<void> {
  const asked = pendingOf(run);
  assert.equal(asked.title, QUESTION);
  await h.operator("POST /approvals/:id/reject", { params: { id: asked.id }, body: { actorType: "human" } });
  const reviewed = await h.until(
    run.id,
    ({ approvals }) =>
      approvals.some(({ status, policyClass }) => status === "pending" && policyClass === "repo-write"),
  );
  assert.equal((await approvePending(h, reviewed)).status, "completed");
  assert.deepEqual([WORKFLOW, "b.txt"].map((path) => repository.exists(path)), [false, true]);
}

Deno.test("what a machine reports of a recipe names no protected path: only the recipe does", async () => {
  await using h = await harness(OPENED);
  using repository = TestRepository.make();
  using objects = new ForeignObjects();
  await h.operator("POST /repositories/dial", { body: { repoPath: repository.root, dial: "border" } });
  const machine = await enrolMachine(h, { trust: ["tasks"] });
  const begin = async (request: string) => {
    const holder = await Holder.of(h, machine, repository, objects, { request });
    const { files } = await sendWorkflow(holder, objects);
    const report = { kind: "tool_completed" as const, tool: "create", path: WORKFLOW, summary: "Created it" };
    await holder.say([{ kind: "report", report }, await holder.ended(files)]);
    return await h.settled(holder.runId);
  };
  const named = await begin(`create ${WORKFLOW} with "on: push"`);
  assert.equal(pendingOf(named).policyClass, "repo-write", "the control: its author asked for that path");
  await h.operator("POST /runs/:id/cancel", { params: { id: named.id } });
  await refuseWorkflow(h, repository, await begin('create b.txt with "b"'));
});

Deno.test("a decision about what a machine asks answers no question of the control plane, in a later attempt either", async () => {
  await using h = await harness(OPENED);
  using repository = TestRepository.make();
  using objects = new ForeignObjects();
  await h.operator("POST /repositories/dial", { body: { repoPath: repository.root, dial: "border" } });
  const machine = await enrolMachine(h, { trust: ["tasks"] });
  const first = await Holder.of(h, machine, repository, objects);
  const { state } = await sendWorkflow(first, objects);
  await first.say([{
    kind: "question",
    id: "q1",
    question: {
      about: "permission",
      request: {
        key: sha256(JSON.stringify(["protected", [state]])),
        kind: "other",
        title: "Read the documentation",
        detail: "It reads a page.",
        crossings: [{ kind: "unclear", detail: "It does not say what it affects." }],
      },
    },
    files: null,
  }]);
  const asked = await h.until(first.runId, ({ approvals }) => approvals.length > 0);
  assert.equal(pendingOf(asked).title, "Read the documentation");
  await h.operator("POST /approvals/:id/approve", {
    params: { id: pendingOf(asked).id },
    body: { actorType: "human" },
  });
  const [answer] = await first.next(1);
  assert.deepEqual(answer?.kind === "answer" && answer.answer, {
    permission: { decision: "approved", network: false, by: "human" },
  });
  const waiting = askForWork(machine, 20);
  const { leaseId } = first.manifest;
  await machine.client.call(z.object({ accepted: z.boolean() }), {
    method: "POST",
    path: `/worker/leases/${leaseId}/delivery`,
    lane: first.lane,
    body: { notDone: "It did not work." },
  });
  const second = await Holder.claiming(machine, first.runId, objects, waiting);
  const { files } = await sendWorkflow(second, objects);
  await second.say([await second.ended(files)]);
  await refuseWorkflow(h, repository, await h.settled(first.runId));
});

for (const dial of ["border", "everything"] as const) {
  Deno.test(`${dial}: a protected file of a coding agent on a machine is asked about here, once, whatever the agent's guard there says`, async () => {
    await using world = await World.open({ ...OPENED, dial });
    const { h, repository } = world;
    using objects = new ForeignObjects();
    const machine = await enrolMachine(h, { trust: ["tasks"] });
    const begin = async () =>
      await Holder.of(h, machine, repository, objects, { request: "Do it.", worker: { provider: "coder" } }, {
        workers: ["coder"],
      });
    const silent = await begin();
    const { files } = await sendWorkflow(silent, objects);
    await silent.say([await silent.ended(files)]);
    await refuseWorkflow(h, repository, await h.settled(silent.runId));
    // One that asks as it should is told to go on: what it made is asked about when it is here.
    repository.git("checkout", "--quiet", "--", ".");
    repository.git("clean", "-fdq");
    const honest = await begin();
    const request = {
      key: "k",
      kind: "edit" as const,
      paths: [WORKFLOW],
      title: "Let coder change it",
      detail: "the diff",
      confined: true,
    };
    await honest.say([{
      kind: "question",
      id: "q1",
      question: { about: "permission", request },
      files: null,
    }]);
    const [answer] = await honest.next(1);
    assert.deepEqual(answer?.kind === "answer" && answer.answer, {
      permission: { decision: "approved", network: false, by: "rule" },
    });
    const made = await sendWorkflow(honest, objects);
    await honest.say([await honest.ended(made.files)]);
    const run = await h.settled(honest.runId);
    assert.deepEqual([pendingOf(run).title, run.approvals.length], [QUESTION, 1]);
    const reviewed = await world.decide(run, "approve");
    assert.equal((await world.apply(reviewed)).status, "completed");
    assert.equal(repository.read(WORKFLOW), "on: push\n");
  });
}
