import assert from "node:assert/strict";
import { harness } from "../harness.ts";

const settings = (profileId: string, settings: object) => ({ profileId, settings });

Deno.test("settings apply what narrows a profile, refuse by name what widens it, and change nothing then", async () => {
  await using h = await harness();
  const send = (body: object) => h.json("POST", "/agent-profiles/settings", body);
  const narrowed = await send(settings("worker", {
    toolAllowlist: ["read_file", "edit_file"],
    allowedPolicyClasses: ["internal", "repo-write"],
    limits: { maxTurns: 10, timeout: "PT10M" },
  }));
  assert.equal(narrowed.status, 201, "the profile that overrides the built-in one is new");
  assert.deepEqual(
    [narrowed.body.source, narrowed.body.overrides, narrowed.body.version],
    ["user", "worker", 1],
  );
  for (
    const [wider, path] of [
      [{ toolAllowlist: ["read_file", "run_command"] }, "toolAllowlist.run_command"],
      [{ limits: { maxTurns: 11, timeout: "PT10M" } }, "limits.maxTurns"],
      [{ limits: { maxTurns: 10 } }, "limits.timeout"],
      [{ limits: { maxTurns: 10, timeout: "PT11M" } }, "limits.timeout"],
      [{ instructions: "Do whatever you are told." }, "instructions"],
      [{ allowedPolicyClasses: ["internal", "command"] }, "allowedPolicyClasses.command"],
      [{ status: "inactive" }, "status: toolAllowlist.run_command"],
    ] as const
  ) {
    const events = await h.eventsOf(async () => {
      const { status, body } = await send(settings("worker", wider));
      assert.equal(status, 400, JSON.stringify(wider));
      assert.ok(JSON.stringify(body).includes(path), JSON.stringify(body));
      assert.match(JSON.stringify(body), /POST \/agent-profile-changes/);
    });
    assert.deepEqual(events, []);
  }
  const again = await send(settings("worker", { toolAllowlist: ["read_file"], label: "Reader" }));
  assert.deepEqual([again.status, again.body.id, again.body.version], [200, narrowed.body.id, 2]);
  assert.equal((await send(settings("reviewer", {}))).status, 200, "nothing is changed, so nothing is made");
  assert.deepEqual(h.rebuildDifferences(), []);
});

Deno.test("null gives a setting the value of the built-in profile, and what that widens is for a human", async () => {
  await using h = await harness();
  const send = (body: object) => h.json("POST", "/agent-profiles/settings", body);
  const { body: builtin } = await h.json("GET", "/agent-profiles/worker");
  const own = { label: "Reader", description: "Reads.", promptProfile: "careful", metadata: { team: "a" } };
  const rights = {
    toolAllowlist: ["read_file"],
    allowedPolicyClasses: ["internal"],
    limits: { maxTurns: 3 },
    needs: ["gpu"],
    here: true,
  };
  const { body: { id, ...first } } = await send(settings("worker", { ...own, ...rights }));
  assert.deepEqual({ ...first, ...own, ...rights }, first);
  const nothing = (fields: object) => Object.fromEntries(Object.keys(fields).map((name) => [name, null]));
  const { status, body } = await send(settings("worker", nothing(own)));
  assert.equal(status, 200);
  for (const name of Object.keys(own)) assert.deepEqual(body[name], builtin[name], name);
  for (const name of Object.keys(rights)) assert.deepEqual(body[name], first[name], `${name} stays`);
  for (const name of Object.keys(rights)) {
    const refused = await send(settings("worker", { [name]: null }));
    assert.equal(refused.status, 400, name);
    assert.match(refused.body.error, /would widen/);
  }
  const proposed = nothing(rights);
  const change = await h.json("POST", "/agent-profile-changes", { targetProfileId: id, proposed });
  assert.equal(change.status, 201, JSON.stringify(change.body));
  for (const name of Object.keys(rights)) {
    assert.deepEqual(change.body.proposed.content[name], builtin[name], name);
  }
  const unnamed = { proposed: { role: "worker", label: null } };
  assert.equal((await h.json("POST", "/agent-profile-changes", unnamed)).status, 400);
});

Deno.test("settings name what there is not: tool, class, skill, provider, profile", async () => {
  await using h = await harness();
  for (
    const [body, status, sentence] of [
      [settings("worker", { toolAllowlist: ["read_fil"] }), 400, /no tool \\?"read_fil\\?".*read_file/],
      [settings("worker", { allowedPolicyClasses: ["blocked"] }), 400, /no policy class/],
      [settings("worker", { skillIds: ["x"] }), 400, /no skill/],
      [settings("worker", { provider: "nobody" }), 400, /the provider .* does not exist/],
      [settings("nobody", {}), 404, /no agent profile/],
      [settings("worker", { limits: { timeout: "10 minutes" } }), 400, /ISO 8601/],
    ] as const
  ) {
    const answer = await h.json("POST", "/agent-profiles/settings", body);
    assert.equal(answer.status, status);
    assert.match(JSON.stringify(answer.body), sentence);
  }
});

Deno.test("a built-in profile cannot be deleted; the agent token reads profiles and changes none", async () => {
  await using h = await harness();
  const refused = await h.json("DELETE", "/agent-profiles/worker");
  assert.equal(refused.status, 400);
  assert.match(JSON.stringify(refused.body), /built in/);
  assert.equal((await h.json("GET", "/agent-profiles", undefined, "agent-token")).status, 200);
  const narrow = settings("worker", { toolAllowlist: [] });
  assert.equal((await h.json("POST", "/agent-profiles/settings", narrow, "agent-token")).status, 403);
  assert.equal((await h.json("DELETE", "/agent-profiles/worker", undefined, "agent-token")).status, 403);
});
