import assert from "node:assert/strict";
import { cronWords } from "../../client/cron_words.ts";
import { harness } from "../harness.ts";
import { startFixture } from "./fixture.ts";

Deno.test("a list says in words when an automation starts, and the words are read as the same times", async () => {
  await using fixture = await startFixture({ AGENT_HARNESS_WORKERS: "0" });
  const root = await fixture.repository();
  const action = JSON.stringify({ kind: "run", request: "run npm test", repoPath: root });
  const trigger = JSON.stringify({ kind: "schedule", cron: "0 9 * * 1-5", timezone: "Europe/Berlin" });
  await fixture.main(["automations", "set", "--name", "Nightly", "--trigger", trigger, "--action", action]);
  for (const words of [["list"], ["get", "Nightly"]]) {
    const { stdout } = await fixture.main(["automations", ...words]);
    assert.match(stdout, /every weekday at 09:00 \(Europe\/Berlin\)/);
  }
});

Deno.test("a pattern of cron is said in words only if these are read as the same times", async () => {
  await using h = await harness();
  const fires = async (when: string) => {
    const { nextFires } = await h.operator("POST /automations/read-trigger", {
      body: { when, timezone: "UTC" },
    });
    return nextFires.map(({ at }) => at);
  };
  const fields = [
    ["0", "5", "*", "*/15", "*/7", "*/1"],
    ["9", "0,17", "*", "*/6", "*/5"],
    ["*", "1", "22", "L"],
    ["*", "2"],
    ["*", "1-5", "MON-FRI", "0", "7", "1,thu", "FRI#L"],
  ];
  let said = 0;
  for (
    const pattern of fields.reduce(
      (all, field) => all.flatMap((one) => field.map((each) => `${one} ${each}`)),
      [""],
    )
  ) {
    const words = cronWords(pattern);
    if (words === null) continue;
    said++;
    assert.deepEqual(await fires(words), await fires(pattern.trim()), `${pattern}: ${words}`);
  }
  assert.ok(said > 30, String(said));
});

Deno.test("what an automation does is written in words, and a mistake says what to write", async () => {
  await using fixture = await startFixture({ AGENT_HARNESS_WORKERS: "0" });
  const root = await fixture.repository();
  const set = (...flags: string[]) =>
    fixture.main(["automations", "set", "--name", "Nightly", "--trigger", "every day at 3", ...flags]);
  const refused = async (...flags: string[]) => {
    const { code, stderr } = await set(...flags);
    assert.equal(code, 2, stderr);
    return stderr;
  };
  const made = await set("--action", "run npm test", "--repo", root, "--verify", "npm test", "--json");
  assert.equal(made.code, 0, made.stderr);
  const { action } = JSON.parse(made.stdout);
  assert.equal(action.kind, "run");
  assert.equal(action.request, "run npm test");
  assert.equal(action.repoPath, root);
  assert.equal(action.verifier.command, "npm test");
  const source =
    `name: Docs\nrepoPath: ${root}\nnodes:\n  - { id: a, kind: command, with: { command: "true" } }\n`;
  const { id } = await fixture.connection.call("POST /saved-workflows", { body: { source } });
  const ran = await set("--workflow", "Docs", "--repo", root, "--json");
  assert.equal(ran.code, 0, ran.stderr);
  assert.equal(JSON.parse(ran.stdout).action.workflowId, id);
  assert.match(
    await refused(),
    /--action is missing: say what to do, such as --action "run npm test" --repo /,
  );
  assert.match(await refused("--action", " "), /--action is empty\. Say what to do, such as /);
  assert.match(await refused("--action", "x", "--workflow", "Docs"), /either --action or --workflow/);
  assert.match(
    await refused("--action", JSON.stringify(action), "--verify", "npm test"),
    /In JSON, they are repoPath and verifier\.command\./,
  );
  const help = await fixture.main(["automations", "set", "--help"]);
  assert.match(help.stdout, /--trigger 'every day at 3' --action 'run npm test'/);
});
