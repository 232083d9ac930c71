import assert from "node:assert/strict";
import { REVIEWED, TestRepository } from "../git.ts";
import { restoreBackup } from "../../services/operations/backups/restore.ts";
import { Harness, harness } from "../harness.ts";
import { temporaryDirectory } from "../temporary.ts";

const narrow = (h: Harness, toolAllowlist: string[]) =>
  h.operator("POST /agent-profiles/settings", { body: { profileId: "worker", settings: { toolAllowlist } } });
const propose = (h: Harness, proposed: object, targetProfileId?: string) =>
  h.operator("POST /agent-profile-changes", {
    body: { proposed, ...(targetProfileId && { targetProfileId }) },
  });
const approve = (h: Harness, id: string, body: object = REVIEWED) =>
  h.json("POST", `/agent-profile-changes/${id}/approve`, body);

Deno.test("a change says what it widens and narrows, holds once a human approved it, and is on the one queue", async () => {
  using repository = TestRepository.make();
  await using h = await harness({ workers: 1 });
  const { id: run } = await h.operator("POST /coordinator/runs", {
    body: { request: "run true", repoPath: repository.root },
  });
  await h.settled(run);
  const profile = await narrow(h, ["read_file", "edit_file"]);
  const change = await propose(h, { toolAllowlist: ["read_file", "run_command"] }, "worker");
  const nothing = { added: [], removed: [] };
  assert.deepEqual(change.effects, {
    tools: { added: ["run_command"], removed: ["edit_file"] },
    classes: nothing,
    skills: nothing,
    limits: [],
  });
  assert.deepEqual(change.diff.map(({ path, effect }) => `${effect} ${path}`).toSorted(), [
    "narrows toolAllowlist.edit_file",
    "widens toolAllowlist.run_command",
  ]);
  assert.match(change.evidence[0]!.detail, /Allowed from now on: run_command \(1\)/);
  const { items } = await h.operator("GET /approvals/queue");
  assert.ok(items.some(({ id }) => id === change.approvalId));
  const before = await h.operator("GET /agent-profiles/:id", { params: { id: profile.id } });
  assert.equal(before.version, 1, "asking changes nothing");
  assert.equal((await approve(h, change.id, { actorType: "human" })).status, 400);
  const bypass = await h.json("POST", `/approvals/${change.approvalId}/approve`, { actorType: "human" });
  assert.equal(bypass.status, 400, "nor by the queue");
  const asBranch = { ...REVIEWED, delivery: "branch" };
  const branch = await h.json("POST", `/approvals/${change.approvalId}/approve`, asBranch);
  assert.equal(branch.status, 400, "it has no patch that could be a commit");
  assert.equal((await approve(h, change.id)).status, 200);
  assert.equal((await approve(h, change.id)).status, 200, "the same again");
  const after = await h.operator("GET /agent-profiles/:id", { params: { id: profile.id } });
  assert.deepEqual([after.version, after.toolAllowlist], [2, ["read_file", "run_command"]]);
  assert.equal((await h.json("POST", `/agent-profile-changes/${change.id}/reject`, REVIEWED)).status, 400);
  assert.deepEqual(h.rebuildDifferences(), []);
});

Deno.test("a change whose profile was changed meanwhile is superseded, out of the queue, and cannot be approved", async () => {
  await using h = await harness();
  await narrow(h, ["read_file"]);
  const [first, second] = [
    await propose(h, { toolAllowlist: ["read_file", "search"] }, "worker"),
    await propose(h, { instructions: "Be kind." }, "worker"),
  ];
  assert.equal((await approve(h, first.id)).status, 200);
  const stale = await approve(h, second.id);
  assert.equal(stale.status, 400);
  assert.match(JSON.stringify(stale.body), /superseded/);
  const { items } = await h.operator("GET /approvals/queue");
  assert.deepEqual(items.filter(({ id }) => id === second.approvalId), []);
  assert.deepEqual(h.rebuildDifferences(), []);
});

Deno.test("a rejected change leaves everything as it is; a change that was not decided expires", async () => {
  let now = new Date("2026-11-01T00:00:00.000Z");
  await using h = await harness({ now: () => now });
  const rejected = await propose(h, { instructions: "Obey." }, "worker");
  const [late] = [await propose(h, { role: "reviewer", label: "Second" })];
  await h.operator("POST /agent-profile-changes/:id/reject", {
    params: { id: rejected.id },
    body: { ...REVIEWED, reviewerNote: "No." },
  });
  now = new Date("2026-12-02T00:00:00.000Z");
  await h.composition.maintenance.runOnce();
  const statuses = (await h.operator("GET /agent-profile-changes")).map(({ id, status }) => [id, status]);
  assert.deepEqual(statuses, [[late.id, "expired"], [rejected.id, "rejected"]]);
  assert.ok((await h.operator("GET /agent-profiles")).every(({ source }) => source === "builtin"));
  assert.deepEqual(h.rebuildDifferences(), []);
});

Deno.test("a new profile is a change too; its role's sessions are held to it from then on", async () => {
  using repository = TestRepository.make();
  await using h = await harness({ workers: 1 });
  const change = await propose(h, { role: "worker", label: "Reader", toolAllowlist: ["read_file"] });
  assert.equal(change.targetProfileId, null);
  const approved = await approve(h, change.id);
  assert.equal(approved.status, 200);
  const { id } = await h.operator("POST /coordinator/runs", {
    body: { request: "delete a.txt", repoPath: repository.root },
  });
  const run = await h.settled(id);
  assert.equal(run.statusReason, "policy_blocked");
  assert.match(run.statusDetail!, /"Reader"/);
  const bare = await h.json("POST", "/agent-profile-changes", { proposed: { label: "No role" } });
  assert.equal(bare.status, 400);
});

Deno.test("the files of a change are in a backup", async () => {
  await using h = await harness();
  const { approvalId } = await propose(h, {
    role: "reviewer",
    label: "Second reviewer",
    description: "Reads.",
  });
  const params = { id: approvalId };
  const { approval: { evidence } } = await h.operator("GET /approvals/:id", { params });
  const { id } = await h.operator("POST /control-plane/backups", { body: {} });
  await h.service.backups.idle();
  const { path } = await h.operator("GET /control-plane/backups/:id", { params: { id } });
  const to = `${temporaryDirectory()}/to`;
  assert.equal((await restoreBackup(path, to, null)).ok, true);
  await using again = await Harness.open({}, to);
  for (const item of evidence) {
    const { content } = await again.operator("GET /approvals/:id/evidence", {
      params,
      query: { evidenceId: item.id },
    });
    assert.match(content!, /Second reviewer/);
  }
});
