import assert from "node:assert/strict";
import { Harness, harness } from "../harness.ts";
import { configure } from "../models/workers/scenario.ts";
import { sandboxTest } from "../sandbox.ts";
import { temporaryDirectory } from "../temporary.ts";
import { RunWorld } from "./run_world.ts";

const node = (id: string, kind: string, what: string) =>
  `  - id: ${id}\n    kind: ${kind}\n    with: { ${what} }\n`;
const named = (name: string, ...nodes: string[]) => `name: ${name}\nnodes:\n${nodes.join("")}`;
const WRITE = node("write", "prompt", `content: 'create NOTES.md with "x"'`);
const LOOK = node("look", "command", "command: cat NOTES.md");
const COUNT = node("count", "command", "command: wc -l NOTES.md");
const AGREE = node("agree", "approval", "title: Go on?");
const CONFIRM = node("confirm", "approval", "title: Really?");
const TELL = node("tell", "notify", "title: Done, content: It is done.");

const save = (h: Harness, body: { id?: string; source: string; note?: string }) =>
  h.operator("POST /saved-workflows", { body });

Deno.test("a workflow is read back with each version, who made it and why, and what differs between any two", async () => {
  await using h = await harness();
  const { id } = await save(h, { source: named("Notes", WRITE, LOOK, AGREE), note: "first" });
  await save(h, { id, source: named("Notes", WRITE, COUNT, CONFIRM), note: "counts" });
  await save(h, { id, source: named("Notes", WRITE), note: "less" });
  const read = (query: { version?: number; against?: number }) =>
    h.operator("GET /saved-workflows/:id", { params: { id }, query });
  const last = await read({});
  assert.deepEqual(last.versions.map(({ note, actor }) => [note, actor]), [
    ["less", "operator"],
    ["counts", "operator"],
    ["first", "operator"],
  ]);
  assert.deepEqual([last.diff!.from, last.diff!.to], [2, 3]);
  assert.deepEqual(last.diff!.nodes, [
    { id: "count", change: "removed" },
    { id: "confirm", change: "removed" },
  ]);
  assert.deepEqual(last.blastRadius.approvals.nodes, []);
  const commands = (diff: typeof last.diff) => diff!.blastRadius.find(({ id }) => id === "commands")!.removed;
  assert.deepEqual(commands(last.diff), ["wc -l NOTES.md"]);
  const early = await read({ version: 2, against: 1 });
  assert.deepEqual([early.diff!.from, early.diff!.to], [1, 2]);
  assert.deepEqual(commands(early.diff), ["cat NOTES.md"]);
  assert.deepEqual(early.blastRadius.approvals.nodes, ["confirm"]);
  assert.deepEqual((await read({ version: 1 })).blastRadius.approvals.nodes, ["agree"]);
});

Deno.test("each version of a workflow may be the active one, and each is deleted under its own id", async () => {
  await using h = await harness();
  const { id } = await save(h, { source: named("Notes", WRITE) });
  await save(h, { id, source: named("Notes", WRITE, LOOK) });
  for (const version of [1, 2]) {
    const active = await h.operator("POST /saved-workflows/:id/activate", {
      params: { id },
      body: { version },
    });
    assert.equal(active.activeVersion, version);
  }
  const { id: other } = await save(h, { source: named("Other", WRITE) });
  for (const each of [id, other]) {
    const { id: gone } = await h.operator("DELETE /saved-workflows/:id", { params: { id: each } });
    assert.equal(gone, each);
  }
});

Deno.test("a diff says where what a workflow may touch is no longer bounded, and where it is again", async () => {
  await using h = await harness();
  const { id } = await save(h, { source: named("Notes", TELL) });
  for (
    const [source, basis] of [
      [named("Notes", TELL, LOOK), "declared → unbounded"],
      [named("Notes", TELL), "unbounded → declared"],
    ] as const
  ) {
    await save(h, { id, source });
    const { diff } = await h.operator("GET /saved-workflows/:id", { params: { id } });
    assert.equal(diff!.blastRadius.find(({ id }) => id === "files")!.basis, basis);
  }
});

Deno.test("assist tells triggers of a schedule from those of a webhook, and numbers what it does not understand", async () => {
  await using h = await harness();
  const assist = (content: string) => h.operator("POST /workflow-builder/assist", { body: { content } });
  const hook = await assist("when the webhook comes\nmake it nicer\nmake it shorter");
  assert.deepEqual(hook.trigger, { kind: "webhook", content: "when the webhook comes" });
  assert.deepEqual(hook.unmatched.map(({ id, text }) => [id, text]), [
    ["unmatched_1", "make it nicer"],
    ["unmatched_2", "make it shorter"],
  ]);
  assert.equal((await assist("every day at 7\nrun make")).trigger?.kind, "schedule");
  assert.equal((await assist("run make")).trigger, undefined);
});

Deno.test("POST /workflow-test-runs/run names each mistake with its place and what may help, and each warning", async () => {
  await using h = await harness();
  const test = (source: string) => h.operator("POST /workflow-test-runs/run", { body: { source } });
  const wrong = await test(
    named("Wrong", WRITE.replace("prompt", "promt"), LOOK.replace("command: ", "comand: x, command: ")),
  );
  assert.deepEqual(wrong.validation.errors.map(({ line, column, rule }) => [line, column, rule]), [
    [4, 11, "unknown_kind"],
    [8, 13, "unknown_key"],
  ]);
  assert.match(wrong.validation.errors[0]!.fix!, /Did you mean "prompt"/);
  assert.match(wrong.validation.errors[1]!.fix!, /Did you mean "command"/);
  const maybe = (text: string) =>
    named(
      "Maybe",
      `  - id: maybe\n    kind: command\n    when: "false"\n    with: { command: ls }\n`,
      `  - id: after\n    kind: notify\n    dependsOn: [maybe]\n    join: all_done\n    with: { title: t, content: "${text}" }\n`,
    );
  const unsure = await test(maybe("${{ nodes.maybe.stdout }}"));
  assert.deepEqual(unsure.validation.warnings.map(({ rule }) => rule), ["unguarded"]);
  assert.deepEqual((await test(maybe("It is done."))).validation.warnings, []);
});

Deno.test("POST /workflow-test-runs/run gives the outputs, and each step that differs from the trace before", async () => {
  await using h = await harness();
  const source = `${named("Counts", COUNT, LOOK)}outputs:\n  lines: "\${{ nodes.count.stdout }}"\n`;
  const body = { source, stubs: { count: { exitCode: 0, stdout: "3" } } };
  const { outputs, trace } = await h.operator("POST /workflow-test-runs/run", { body });
  assert.deepEqual(outputs, { lines: "3" });
  const expect = trace.map((step, at) => ({
    ...step,
    status: at === 0 ? "failed" as const : "skipped" as const,
  }));
  const { differences } = await h.operator("POST /workflow-test-runs/run", { body: { ...body, expect } });
  assert.deepEqual(differences!.map(({ path, difference }) => [path, difference]), [
    ["count", "It was failed and is now completed."],
    ["look", "It was skipped and is now completed."],
  ]);
  assert.equal(new Set(differences!.map(({ id }) => id)).size, 2);
});

Deno.test("POST /workflow-test-runs/run says who would do each prompt, and whether the node, the definition, a profile or routing names them", async () => {
  const directory = temporaryDirectory();
  const far = { id: "far", kind: "openai-compatible", baseUrl: "http://127.0.0.1:9/v1" };
  configure(directory, [{ ...far, models: [{ id: "small" }, { id: "large" }] }]);
  await using h = await Harness.open({}, directory);
  const prompt = (id: string, more = "") => node(id, "prompt", `content: 'create ${id}.txt with "x"'${more}`);
  const worker = (model: string) => `worker: { provider: far, model: ${model} }`;
  const runsOn = async (source: string) => {
    const { trace } = await h.operator("POST /workflow-test-runs/run", { body: { source } });
    return trace.map(({ runsOn }) => runsOn);
  };
  const nodes = [prompt("one"), prompt("two", `, ${worker("large")}`)];
  assert.deepEqual(await runsOn(named("Routed", ...nodes)), [
    { provider: "builtin", model: "recipe", origin: "routing" },
    { provider: "far", model: "large", origin: "node" },
  ]);
  const words = node("one", "prompt", "content: Write it.");
  assert.deepEqual(await runsOn(named("Routed", words)), [{
    provider: "far",
    model: "small",
    origin: "routing",
  }]);
  const body = { profileId: "worker", settings: { provider: "far", model: "large" } };
  await h.operator("POST /agent-profiles/settings", { body });
  assert.deepEqual(await runsOn(named("Hinted", words, prompt("two"))), [
    { provider: "far", model: "large", origin: "profile" },
    { provider: "builtin", model: "recipe", origin: "routing" },
  ]);
  assert.deepEqual(await runsOn(`defaults: { ${worker("small")} }\n${named("Default", ...nodes)}`), [
    { provider: "far", model: "small", origin: "definition" },
    { provider: "far", model: "large", origin: "node" },
  ]);
});

sandboxTest("a sandbox run shows the patch of just what its commands change", async () => {
  await using world = await RunWorld.open({ "a.txt": "one\n" });
  const patchOf = async (command: string) => {
    const body = {
      source: named("Tried", node("it", "command", `command: '${command}'`)),
      mode: "sandbox" as const,
      repoPath: world.repository.root,
    };
    return (await world.h.operator("POST /workflow-test-runs/run", { body })).patch;
  };
  assert.match((await patchOf("echo two > b.txt"))!, /^diff --git a\/b\.txt b\/b\.txt[\s\S]*\+two\n/);
  assert.match((await patchOf("echo two >> a.txt"))!, /^diff --git a\/a\.txt b\/a\.txt[\s\S]*\+two\n/);
  assert.equal(await patchOf("cat a.txt"), "");
});
