import assert from "node:assert/strict";
import { REVIEWED } from "../git.ts";
import { type Harness, harness } from "../harness.ts";
import { pathsOf } from "../changes/paths_of.ts";

const FILE = `---
name: code-reviewer
description: Reviews code. Use it: after each change
tools: Read, Grep, Bash(git diff:*), WebSearch, Write
disallowedTools: Edit
model: sonnet
maxTurns: 12
color: purple
skills: release-notes
permissionMode: bypassPermissions
---
You review code.

Say what you find.
`;

const ask = (h: Harness, content: string, more: object = {}) =>
  h.json("POST", "/agent-profile-changes", { import: { format: "claude-agent", content }, ...more });

Deno.test("an agent of Claude Code becomes a change with a loss report, and a profile once a human approved it", async () => {
  await using h = await harness();
  const { status, body } = await ask(h, FILE, { proposed: { role: "reviewer" } });
  assert.equal(status, 201);
  const report = body.losses.map((loss: { line: number; status: string; why: string }) =>
    `${loss.line} ${loss.status} ${loss.why}`
  );
  assert.deepEqual(report, [
    `2 imported "name" is the profile's label.`,
    report[1],
    `3 imported "description" is the profile's description.`,
    `4 imported Read is read_file.`,
    `4 imported Grep is search.`,
    `4 refused Bash(git diff:*): It has a pattern, and the tool without it would allow more.`,
    `4 refused WebSearch: It has no counterpart here.`,
    `4 imported Write is edit_file and create_file.`,
    `5 imported Edit is edit_file.`,
    `6 refused "sonnet" names no provider. Set provider and model of the profile yourself.`,
    `7 imported "maxTurns" is the limit of turns.`,
    `8 refused "color" has no counterpart in a profile.`,
    `9 refused There is no usable skill "release-notes".`,
    `10 refused "permissionMode" has no counterpart in a profile.`,
    `12 imported The text becomes the profile's instructions.`,
  ]);
  assert.match(report[1]!, /^3 changed .*read as if quoted/);
  const profiles = () => h.operator("GET /agent-profiles", { query: { role: "reviewer" } });
  assert.equal((await profiles()).length, 1, "asking adds nothing");
  await h.operator("POST /agent-profile-changes/:id/approve", { params: { id: body.id }, body: REVIEWED });
  const [profile] = await profiles();
  assert.deepEqual(
    [profile!.source, profile!.label, profile!.toolAllowlist, profile!.limits, profile!.instructions],
    [
      "imported",
      "code-reviewer",
      ["read_file", "search", "create_file"],
      { maxTurns: 12 },
      "You review code.\n\nSay what you find.",
    ],
  );
  assert.deepEqual(h.rebuildDifferences(), []);
});

Deno.test("what is not an agent's file is 400, and leaves nothing; neither does one that is nested without end", async () => {
  await using h = await harness();
  const files = [
    "You review code.",
    "---\nname: x\n",
    "---\ndescription: d\n---\nx",
    `---\nname: x\nhooks: ${"[".repeat(5000)}\n---\n`,
    `---\nname: x\nhooks:\n  ${"- ".repeat(4000)}\n---\n`,
    `---\nname: x\na: &a [x]\nb: *a\n---\n`,
    `---\nname: ${"x".repeat(9000)}\n---\n`,
  ];
  const events = await h.eventsOf(async () => {
    for (const file of files) assert.equal((await ask(h, file)).status, 400, file.slice(0, 40));
  });
  assert.deepEqual(events, []);
});

Deno.test("an agent that says no tools has those of its role", async () => {
  await using h = await harness();
  const { body } = await ask(h, "---\nname: helper\ndescription: Helps.\n---\nHelp.\n");
  assert.match(JSON.stringify(body.losses), /Here it gets those of its role/);
  const worker = await h.operator("GET /agent-profiles/:id", { params: { id: "worker" } });
  assert.deepEqual(body.proposed.content.toolAllowlist, worker.toolAllowlist);
  assert.deepEqual(pathsOf(body, "widens"), ["instructions"]);
});
