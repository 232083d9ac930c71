import assert from "node:assert/strict";
import { renderAnswer } from "../../commands/render/views.ts";
import { OPERATOR } from "../harness.ts";
import { allExercises } from "../kit/exercise.ts";
import { World } from "../runs/runs_world.ts";
import { startFixture } from "./fixture.ts";

/** What a program writes for programs: fields with values, spans of time in ISO 8601, and times with their zone. */
const RAW = [
  /(?:^| )[a-z][A-Za-z]*=\S+ [a-z][A-Za-z]*=/m,
  /^items$/m,
  /\bP(?:\d+D)?T\d+[HMS]\b/,
  /\d{4}-\d\d-\d\dT[\d:.]+\S*\[\w+/,
];

/** Answers that are texts of others, or documents for programs. */
const VERBATIM = new Set([
  "GET /openapi.json",
  "GET /control-plane/logs",
  "GET /workflow-primitives",
  "GET /workflow-templates",
]);

Deno.test("no command prints the fields of a nested object raw, in a world where everything exists", async () => {
  await using world = await World.make();
  const { reads, writes } = await allExercises(world);
  const raw: string[] = [];
  for (const { key, path, body, headers } of [...reads, ...writes]) {
    const [method = ""] = key.split(" ");
    const init = body === undefined ? {} : { body: JSON.stringify(body) };
    const sent = { "content-type": "application/json", ...headers };
    const response = await world.h.send(path, { method, headers: sent, ...init }, OPERATOR);
    if (VERBATIM.has(key) || response.headers.get("content-type") !== "application/json") {
      await response.body?.cancel();
      continue;
    }
    const text = renderAnswer(key, await response.json(), null).join("\n");
    const found = RAW.map((pattern) => pattern.exec(text)?.[0]).filter((each) => each !== undefined);
    if (found.length > 0) raw.push(`${key}: ${found.join(" | ")}`);
  }
  assert.deepEqual(raw, []);
});

Deno.test("an automation, an answer and the repositories are shown in sentences and tables", async () => {
  await using fixture = await startFixture({ AGENT_HARNESS_WORKERS: "0" });
  const root = await fixture.repository();
  const shown = async (...words: string[]) => {
    const { code, stdout, stderr } = await fixture.main(words);
    assert.equal(code, 0, stderr);
    return stdout;
  };
  const action = JSON.stringify({ kind: "run", request: "run npm test", repoPath: root });
  const trigger = JSON.stringify({ kind: "schedule", every: "PT90M", startAt: "2030-01-01T00:00:00Z" });
  await shown("automations", "set", "--name", "Nightly", "--trigger", trigger, "--action", action);
  const automation = await shown("automations", "get", "Nightly");
  assert.match(automation, /^name +Nightly\n/);
  assert.match(automation, /^when +every 1 h 30 min$/m);
  assert.match(automation, /^does +run npm test$/m);
  assert.match(automation, /^missed times +the latest one is caught up, if it is at most 1 h old$/m);
  assert.match(automation, /^ledger\n {2}Nothing yet\.$/m);
  await shown("planner", "add", "Buy milk");
  assert.match(await shown("planner", "ask", "what is on Friday?"), /^Nothing is in the calendar on /);
  await shown("repos", "dial", "--repo", root, "--dial", "border");
  const repositories = await shown("repos", "list");
  assert.match(repositories, /^REPOSITORY +ASKS ABOUT/);
  assert.match(repositories, /^border: Edits in the worktree/m);
  await shown(
    "memory",
    "add",
    "--type",
    "fact",
    "--scope",
    "global",
    "--content",
    "Releases on Fridays",
    ...SOURCE,
  );
  assert.match(
    await shown("memory", "list"),
    /^CONTENT +TYPE +SCOPE +ID\nReleases on Fridays +fact +global +mem_/,
  );
  assert.match(await shown("planner", "settings"), /^ +mon +09:00 to 17:00$/m);
});

const SOURCE = ["--source.kind", "user", "--source.id", "operator"];
