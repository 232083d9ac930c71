import assert from "node:assert/strict";
import { contextFor, record } from "../../services/ground/kernel/context.ts";
import { contentOf, hashOf } from "../../services/workforce/profiles/content.ts";
import { profileStream } from "../../store/profiles/stream.ts";
import { REVIEWED } from "../git.ts";
import { type Harness, harness } from "../harness.ts";
import { pathsOf } from "../changes/paths_of.ts";

const settings = (h: Harness, profileId: string, settings: object) =>
  h.json("POST", "/agent-profiles/settings", { profileId, settings });

const propose = (h: Harness, body: object) => h.json("POST", "/agent-profile-changes", body);

const approve = (h: Harness, id: string, flags: object = REVIEWED) =>
  h.json("POST", `/agent-profile-changes/${id}/approve`, flags);

const LIMITED = { toolAllowlist: ["read_file"], limits: { maxCostUsd: 1 } };

Deno.test("switching a narrowing profile off widens its role, as a setting and as a change, which needs a whole review", async () => {
  await using h = await harness();
  await settings(h, "researcher", LIMITED);
  const refused = await settings(h, "researcher", { status: "inactive" });
  assert.equal(refused.status, 400);
  for (const path of ["status: toolAllowlist.list_files", "status: limits.maxCostUsd"]) {
    assert.ok(refused.body.error.includes(path), refused.body.error);
  }
  const { body } = await propose(h, {
    targetProfileId: "researcher",
    proposed: { status: "inactive" },
  });
  assert.ok(pathsOf(body, "widens").includes("status: toolAllowlist.list_files"), JSON.stringify(body.diff));
  assert.ok(pathsOf(body, "widens").includes("status: limits.maxCostUsd"));
  assert.ok(body.effects.tools.added.includes("list_files"), JSON.stringify(body.effects));
  assert.deepEqual(body.effects.limits, [{ id: "maxCostUsd", before: 1, after: null }]);
  const { body: narrower } = await propose(h, {
    targetProfileId: "reviewer",
    proposed: { toolAllowlist: ["read_file"] },
  });
  assert.ok(narrower.effects.tools.removed.includes("list_files"), JSON.stringify(narrower.effects));
  assert.deepEqual([pathsOf(body, "neutral")[0], body.risk], ["status", "medium"]);
  const careless = await approve(h, body.id, { actorType: "human" });
  assert.equal(careless.status, 400);
  assert.match(careless.body.error, /all three review flags/);
  assert.equal((await approve(h, body.id)).status, 200);
  assert.deepEqual(h.rebuildDifferences(), []);
});

Deno.test("a setting of a built-in profile gives its role nothing back that another profile has taken away", async () => {
  await using h = await harness();
  const { body: change } = await propose(h, {
    proposed: { role: "researcher", label: "Reads one file at a time", ...LIMITED },
  });
  await approve(h, change.id);
  const events = await h.eventsOf(async () => {
    const refused = await settings(h, "researcher", { label: "Researcher, renamed" });
    assert.equal(refused.status, 400);
    assert.match(refused.body.error, /role: toolAllowlist\.list_files/);
  });
  assert.deepEqual(events, []);
});

Deno.test("a change is refused once it would widen more than its reviewer was shown", async () => {
  await using h = await harness();
  const { body: on } = await propose(h, {
    proposed: { role: "planner", label: "Plans", status: "inactive" },
  });
  assert.deepEqual(pathsOf(on, "widens"), [], "the built-in profile has the same rights");
  assert.equal((await settings(h, "planner", { toolAllowlist: ["read_file"] })).status, 201);
  const late = await approve(h, on.id);
  assert.equal(late.status, 400);
  assert.match(late.body.error, /would now also widen toolAllowlist\.list_files/);
  assert.deepEqual(h.rebuildDifferences(), []);
});

const FILE = "---\nname: code-reviewer\ndescription: Reviews code.\ntools: Read, Grep\n---\nReview it.\n";

Deno.test("a new profile takes nothing over from another one, and says that every session of its role will use it", async () => {
  await using h = await harness();
  const { body: first } = await propose(h, {
    proposed: {
      role: "worker",
      label: "Careful",
      instructions: "Be careful.",
      provider: "builtin",
      model: "recipe",
      limits: { maxTurns: 3 },
      metadata: { team: "a" },
    },
  });
  assert.equal((await approve(h, first.id)).status, 200);
  const { body } = await propose(h, { import: { format: "claude-agent", content: FILE } });
  const { provider, model, limits, metadata, role, toolAllowlist } = body.proposed.content;
  assert.deepEqual([provider, model, limits, metadata], [null, null, {}, {}]);
  assert.deepEqual([role, toolAllowlist], ["worker", ["read_file", "search"]]);
  assert.ok(
    pathsOf(body, "widens").includes("limits.maxTurns"),
    "it is compared with the one that it replaces",
  );
  assert.match(body.losses[0].why, /has no role\. The profile gets the role "worker"/);
  const approval = await h.operator("GET /approvals/:id", { params: { id: body.approvalId } });
  assert.match(
    JSON.stringify(approval),
    /Every new session of the role worker will use it instead of .{1,2}Careful/,
  );
  const named = await propose(h, {
    import: { format: "claude-agent", content: FILE },
    proposed: { role: "reviewer" },
  });
  assert.ok(!JSON.stringify(named.body.losses).includes("has no role"));
});

Deno.test("there is no profile for a role that nothing has", async () => {
  await using h = await harness();
  const events = await h.eventsOf(async () => {
    for (const more of [{}, { targetProfileId: "worker" }]) {
      const { status, body } = await propose(h, { ...more, proposed: { role: "poet", label: "Poet" } });
      assert.equal(status, 400);
      assert.match(body.error, /there is no role "poet"\. Choose one of: coordinator, worker,/);
    }
  });
  assert.deepEqual(events, []);
});

const skill = (name: string, text: string) => ({
  files: [{
    path: "SKILL.md",
    content: `---\nname: ${name}\ndescription: Says how. Use it in tests.\n---\n${text}\n`,
  }],
});

Deno.test("skills are kept by their ids, which go on with the version in use; what may not be used is refused by name", async () => {
  await using h = await harness();
  const { skill: first } = await h.operator("POST /skills/import", { body: skill("tidy", "Tidy up.") });
  const { body: change } = await propose(h, {
    targetProfileId: "reviewer",
    proposed: { skillIds: [first.id, "tidy"] },
  });
  assert.deepEqual(change.proposed.content.skillIds, [first.id]);
  assert.deepEqual(pathsOf(change, "widens"), [`skillIds.${first.id}`]);
  assert.deepEqual(change.effects.skills, { added: [first.id], removed: [] });
  assert.equal((await approve(h, change.id)).status, 200);
  const used = async () =>
    (await h.operator("GET /capabilities/:id", { params: { id: `skill:${first.id}` } })).usedBy.profiles;
  assert.equal((await used()).length, 1);

  const second = await h.operator("POST /skills/import", { body: skill("tidy", "Tidy up well.") });
  const unreleased = await propose(h, { targetProfileId: "planner", proposed: { skillIds: ["other"] } });
  assert.equal(unreleased.status, 400);
  assert.ok(
    unreleased.body.error.includes(`"other". Known names: ${first.id} (tidy)`),
    unreleased.body.error,
  );
  await approve(h, second.changeRequestId!);
  const same = await propose(h, {
    targetProfileId: "reviewer",
    proposed: { skillIds: [second.skill.id] },
  });
  assert.equal(same.status, 400, "it is the same skill");
  assert.match(same.body.error, /already has this content/);
});

Deno.test("a change is for the content that it was compared with, however that was changed since", async () => {
  await using h = await harness();
  const { body: own } = await settings(h, "planner", { label: "Mine" });
  const { body: change } = await propose(h, { targetProfileId: own.id, proposed: { label: "Ours" } });
  const ctx = contextFor(h.service, "operator");
  const content = contentOf({ ...own, instructions: "Other." });
  const data = { content, contentSha256: hashOf(content), source: "user" as const };
  record(ctx, profileStream, own.id, [{ type: "agent_profile.changed", data }]);
  await ctx.settled();
  const { status, body } = await approve(h, change.id);
  assert.equal(status, 400);
  assert.match(body.error, /has changed since the change .* was requested/);
});
