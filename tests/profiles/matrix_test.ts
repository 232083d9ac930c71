import assert from "node:assert/strict";
import type { SessionProfile } from "../../store/task_sessions/document.ts";
import { sessionProfile } from "../../services/workforce/profiles/session_profile.ts";
import { runGit } from "../../services/machine/repositories/git/git.ts";
import { ToolCallGuard } from "../../services/workforce/agents/tool_call_guard.ts";
import { withMessage } from "../../services/workforce/agents/tool_call.ts";
import { performRecipe } from "../../services/workforce/recipes/perform.ts";
import { performCommand } from "../../services/workforce/worker_kinds/command/perform.ts";
import { TOOL_REGISTRATIONS, WORKER_KINDS } from "../../services/workforce/worker_kinds/kinds.ts";
import { whyNotEnforceable } from "../../services/workforce/workers/rights.ts";
import { useTools } from "../../services/workforce/worker_kinds/model/use_tools.ts";
import type { WorkerReport, WorkerTask } from "../../services/workforce/workers/worker.ts";
import { harness } from "../harness.ts";
import { ModelWorld, planning, works } from "../models/workers/scenario.ts";
import { temporaryDirectory } from "../temporary.ts";

const NAMES = TOOL_REGISTRATIONS.map(({ name }) => name);

/** What a tool is asked for with, by workers that have it. */
const RECIPES: Readonly<Record<string, string>> = {
  create_file: 'create new.txt with "x"',
  edit_file: 'append "x" to a.txt',
  rename_file: "rename a.txt to b.txt",
  delete_file: "delete a.txt",
  run_command: "run true",
  use_connector: "use shop.order {}",
};
const CALLS: Readonly<Record<string, object>> = {
  list_files: {},
  read_file: { path: "a.txt" },
  search: { text: "hello", query: "hello", pattern: "hello" },
  edit_file: { path: "a.txt", find: "hello", replace: "bye" },
  create_file: { path: "new.txt", content: "x" },
  delete_file: { path: "a.txt" },
  run_command: { command: "true" },
  read_skill: { name: "s" },
  use_connector: { connector: "shop", action: "order", input: {} },
};
const MESSAGES: Readonly<Record<string, object>> = {
  edit_file: { kind: "edit", content: [{ type: "diff", path: "a.txt", oldText: "hello", newText: "bye" }] },
  create_file: { kind: "edit", content: [{ type: "diff", path: "new.txt", oldText: null, newText: "x" }] },
  delete_file: { kind: "delete" },
  rename_file: { kind: "move" },
  run_command: { kind: "execute", rawInput: { command: "true" } },
  fetch_url: { kind: "fetch" },
  agent_action: { kind: "other" },
};

type Ran = { done: boolean; why: string };

/** Lets one kind of worker use one tool under a profile, and tells whether it was used. */
async function use(kind: string, tool: string, profile: SessionProfile): Promise<Ran> {
  const directory = temporaryDirectory();
  Deno.writeTextFileSync(`${directory}/a.txt`, "hello\n");
  const gitDir = `${directory}/.git`;
  if (kind === "model") await runGit(["init", "--quiet"], { gitDir, workTree: directory });
  let ran = false;
  const reports: WorkerReport[] = [];
  const task = {
    directory,
    profile,
    outside: null,
    host: {
      control: { gitDir },
      workspace: { directory, indexFile: `${gitDir}/index` },
    },
    report: (report: WorkerReport) => void reports.push(report),
    signal: new AbortController().signal,
    mayRun: () => Promise.resolve(true),
    redactor: { facts: (text: string) => text, text: (text: string) => text },
    useConnector: () => Promise.resolve({ done: true, summary: "Used it", response: {} }),
    readSkill: () => Promise.resolve({ text: "advice" }),
    runCommand: () => {
      ran = true;
      return Promise.resolve({ exitCode: 0, output: "", timedOut: false });
    },
  };
  try {
    switch (kind) {
      case "recipe": {
        const outcome = await performRecipe(
          { ...task, instructions: RECIPES[tool] } as unknown as WorkerTask,
        );
        return { done: outcome.ok, why: outcome.ok ? "" : outcome.detail };
      }
      case "model": {
        const answer = { calls: [{ id: "1", tool, input: CALLS[tool] }], invalid: [], finish: "tool-calls" };
        const { outcome } = await useTools(
          task as unknown as WorkerTask,
          answer as unknown as Parameters<typeof useTools>[1],
        );
        return { done: reports.at(-1)?.kind === "tool_completed", why: outcome };
      }
      case "agent": {
        const without = whyNotEnforceable(profile, "coder", ["list_files", "read_file", "search"]);
        if (without !== null || !(tool in MESSAGES)) return { done: without === null, why: without ?? "" };
        const notes: string[] = [];
        const held = new ToolCallGuard(profile, "coder", (note) => void notes.push(JSON.stringify(note)));
        const call = withMessage(undefined, { toolCallId: "1", title: "It", ...MESSAGES[tool] });
        const refused = held.refuses(call);
        return { done: !refused, why: notes.join("") };
      }
      default: {
        const outcome = await performCommand(
          { id: "agent", command: ["program"] },
          { ...task, instructions: "do it" } as unknown as WorkerTask,
        );
        assert.equal(ran, outcome.ok);
        return { done: outcome.ok, why: outcome.ok ? "" : outcome.detail };
      }
    }
  } finally {
    Deno.removeSync(directory, { recursive: true });
  }
}

/** A profile that allows `tools`, and for a child what its parent allows of them. */
async function profileWith(tools: readonly string[], parent?: readonly string[]): Promise<SessionProfile> {
  await using h = await harness();
  return sessionProfile(h.service, { role: "worker" }, [
    { tools: [...tools] },
    ...(parent ? [{ tools: [...parent] }] : []),
  ]);
}

Deno.test("a model that asks for a tool of other workers, or for one that nobody has, is told what it has", async () => {
  const has = WORKER_KINDS.find(({ id }) => id === "model")!.tools;
  const profile = await profileWith(NAMES.filter((name) => name !== "delete_file"));
  for (const tool of [...NAMES.filter((name) => !has.includes(name)), "toString", "no_such_tool"]) {
    const { done, why } = await use("model", tool, profile);
    assert.equal(done, false);
    assert.match(why, new RegExp(`^A model has no tool "${tool}"\\. It has: list_files, .*give_up\\.$`));
    assert.doesNotMatch(why, /delete_file/);
  }
});

Deno.test("a run continues when its model calls tools that it was not offered, and nothing comes of them", async () => {
  const calls = [
    { name: "rename_file", input: { path: "a.txt", to: "b.txt" } },
    { name: "agent_action", input: {} },
    { name: "no_such_tool", input: {} },
    { name: "delete_file", input: { path: "a.txt" } },
  ];
  await using world = await ModelWorld.open(planning(works(...calls)));
  const body = { profileId: "worker", settings: { toolAllowlist: ["list_files", "edit_file"] } };
  await world.h.operator("POST /agent-profiles/settings", { body });
  const run = await world.run("Try it.");
  assert.equal(run.status, "completed", run.statusDetail);
  const failed = world.events(run.id, "tool.failed").map(({ data }) => (data as { tool: string }).tool);
  assert.deepEqual(failed, calls.map(({ name }) => name));
  assert.equal(world.events(run.id, "tool.completed").length, 0);
  assert.ok(world.server.questions.every(({ tools }) => !tools.includes("delete_file")));
});

for (const { id: kind, tools } of WORKER_KINDS) {
  for (const tool of tools) {
    Deno.test(`the worker kind ${kind} uses ${tool} where it is allowed, and neither without it nor as a child of one without it`, async () => {
      const without = NAMES.filter((name) => name !== tool);
      const allowed = await use(kind, tool, await profileWith(NAMES));
      assert.deepEqual(allowed.done, true, allowed.why);
      for (const profile of [await profileWith(without), await profileWith(NAMES, without)]) {
        const refused = await use(kind, tool, profile);
        assert.equal(refused.done, false);
        assert.match(refused.why, new RegExp(`does not allow the tool .*${tool}`));
      }
    });
  }
}
