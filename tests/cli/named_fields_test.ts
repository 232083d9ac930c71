import assert from "node:assert/strict";
import { startFixture } from "./fixture.ts";

Deno.test("a wrong field within JSON is named, also in a form of several, and a missing one is called missing", async () => {
  await using fixture = await startFixture();
  const refused = async (...words: string[]) => {
    const { code, stderr } = await fixture.main(words);
    assert.equal(code, 2, stderr);
    return stderr.split("\n")[0]!;
  };
  const set = (trigger: unknown, action: unknown) =>
    refused(
      ...["automations", "set", "--name", "x", "--trigger", JSON.stringify(trigger)],
      ...["--action", JSON.stringify(action)],
    );
  const cron = { kind: "schedule", cron: "0 3 * * *" };
  const run = { kind: "run", request: "run npm test", repoPath: "/tmp" };
  assert.equal(await set(cron, { kind: "run", request: "run npm test" }), "✗ --action: repoPath is missing.");
  assert.match(await set({ ...cron, kind: "schedul" }, run), /trigger\.kind.*"schedul"/);
  assert.match(await set({ kind: "schedule", when: "every day" }, run), /trigger/);
  assert.doesNotMatch(await set({ kind: "schedule", when: "every day" }, run), /none of the forms/);
  assert.match(
    await refused("project-context", "create", "--project-path", "/tmp"),
    /^✗ --title is missing \(it is optional only with importFrom\)\.$/,
  );
});

Deno.test("a field that a sentence of the service names anywhere is the option that can be typed", async () => {
  await using fixture = await startFixture();
  const source = 'name: Docs\nnodes:\n  - { id: a, kind: command, with: { command: "true" } }\n';
  const { id } = await fixture.connection.call("POST /saved-workflows", { body: { source } });
  const run = await fixture.main(["workflows", "run", id]);
  assert.match(run.stderr, /its definition has no repoPath\. Send --repo\.$/m);
  const change = await fixture.main(["profile-changes", "create", "--proposed.label", "x"]);
  assert.match(change.stderr, /Name --target-profile-id to change one\./);
});
