import assert from "node:assert/strict";
import { join } from "node:path";
import { startFixture } from "./fixture.ts";

Deno.test("memory add takes the words alone, for the current repository, and says what it assumed", async () => {
  await using fixture = await startFixture({ AGENT_HARNESS_WORKERS: "0" });
  const root = await Deno.realPath(await fixture.repository());
  const directory = join(root, "docs");
  await Deno.mkdir(directory, { recursive: true });
  const added = await fixture.run(["memory", "add", "Releases are cut on Fridays", "--json"], { directory });
  assert.equal(added.code, 0, added.stderr);
  const { type, scope, scopeId, content, source } = JSON.parse(added.stdout);
  assert.deepEqual(
    { type, scope, scopeId, content, source },
    {
      type: "fact",
      scope: "project",
      scopeId: root,
      content: "Releases are cut on Fridays",
      source: { kind: "user", id: "operator" },
    },
  );
  assert.equal(
    added.stderr,
    `Assumed: type fact, scope project, scopeId ${root}, source.kind user, source.id operator. ` +
      "Flags change it: --help.\n",
  );
  const global = await fixture.run([
    "memory",
    "add",
    "Use tabs",
    "--scope",
    "global",
    "--type",
    "preference",
  ]);
  assert.equal(global.code, 0, global.stderr);
  assert.equal(global.stderr, "Assumed: source.kind user, source.id operator. Flags change it: --help.\n");
  const without = await fixture.run(["memory", "add"]);
  assert.equal(without.stderr.split("\n")[0], "✗ The content is missing.");
});

Deno.test("automations set reads a trigger in words as automations when does", async () => {
  await using fixture = await startFixture({ AGENT_HARNESS_WORKERS: "0" });
  const root = await fixture.repository();
  const action = JSON.stringify({ kind: "run", request: "run npm test", repoPath: root });
  const set = async (when: string) =>
    await fixture.main([
      "automations",
      "set",
      "--name",
      when,
      "--trigger",
      when,
      "--action",
      action,
      "--json",
    ]);
  const { code, stdout, stderr } = await set("every weekday at 9 in Berlin");
  assert.equal(code, 0, stderr);
  assert.deepEqual(JSON.parse(stdout).trigger, {
    kind: "schedule",
    cron: "0 9 * * MON-FRI",
    timezone: "Europe/Berlin",
  });
  assert.match(
    stderr,
    /^Understood "every weekday at 9 in Berlin": At 09:00, Monday through Friday, Europe/m,
  );
  assert.deepEqual(JSON.parse((await set("when a run fails")).stdout).trigger.types, ["run.failed"]);
  assert.match(
    (await set("when this webhook comes")).stderr,
    /needs what words cannot say: path, secretId\./,
  );
  assert.match((await set("whenever it rains")).stderr, /Write for example "every weekday at 9 in Berlin"/);
  const when = await fixture.main(["automations", "when", "--trigger", "every weekday at 9", "--json"]);
  assert.equal(JSON.parse(when.stdout).trigger.cron, "0 9 * * MON-FRI");
});
