import assert from "node:assert/strict";
import { commandWorker } from "../../services/workforce/worker_kinds/command/worker.ts";
import { TestRepository } from "../git.ts";
import { harness } from "../harness.ts";
import { SANDBOX } from "../sandbox.ts";

const MISSING = { available: false as const, reason: "It is not here.", fix: "Install it." };

/** What the transcript of a program has that prints these lines. */
async function transcriptOf(...lines: string[]) {
  const command = ["sh", "-c", `cat > /dev/null; printf '%s\\n' "$@"; echo x > made.txt`, "sh", ...lines];
  const sandbox = SANDBOX ?? MISSING;
  await using h = await harness({
    workers: 1,
    sandbox,
    availableWorkers: [
      commandWorker({ id: "agent", command, allowUnsandboxed: SANDBOX === null }, () => sandbox),
    ],
  });
  using repository = TestRepository.make();
  const { id } = await h.operator("POST /coordinator/runs", {
    body: { request: "Do it.", repoPath: repository.root, worker: { provider: "agent" }, onFailure: "fail" },
  });
  await h.settled(id);
  const [session] = await h.operator("GET /runs/:id/task-sessions", { params: { id } });
  const { entries } = await h.operator("GET /task-sessions/:id/transcript", { params: { id: session!.id } });
  return entries.map(({ kind, text, tool }) => ({
    kind,
    text: text.trim(),
    ...(tool && { name: tool.name, status: tool.status, output: tool.output, diff: tool.diff }),
  }));
}

Deno.test("what a program prints is what it says", async () => {
  const entries = await transcriptOf("I begin.", "{ no message }", "I am done.");
  assert.deepEqual(entries.filter(({ kind }) => kind === "words"), [
    { kind: "words", text: "I begin.\n{ no message }\nI am done." },
  ]);
});

Deno.test("a program that prints messages of Claude Code: words, thoughts, and each tool once, with its diff or output", async () => {
  const say = (type: string, ...content: unknown[]) => JSON.stringify({ type, message: { content } });
  const entries = await transcriptOf(
    JSON.stringify({ type: "system", subtype: "init" }),
    say("assistant", { type: "thinking", thinking: "Hm." }, { type: "text", text: "I look." }),
    say("assistant", { type: "tool_use", id: "1", name: "Bash", input: { command: "ls -l" } }),
    say("user", { type: "tool_result", tool_use_id: "1", content: "a.txt" }),
    say("assistant", {
      type: "tool_use",
      id: "2",
      name: "Edit",
      input: { file_path: "a.txt", old_string: "hello\n", new_string: "bye\n" },
    }),
    say("user", {
      type: "tool_result",
      tool_use_id: "2",
      content: [{ type: "text", text: "no" }],
      is_error: true,
    }),
    JSON.stringify({ type: "result", result: "I look.", total_cost_usd: 0.1 }),
  );
  const own = entries.filter(({ kind, name }) => kind !== "told" && name !== "sh");
  assert.deepEqual(own.map(({ kind, text, name, status }) => [kind, text, name, status]), [
    ["thought", "Hm.", undefined, undefined],
    ["words", "I look.", undefined, undefined],
    ["tool", "ls -l", "Bash", "completed"],
    ["tool", "a.txt", "Edit", "failed"],
  ]);
  assert.equal(own[2]!.output, "a.txt");
  assert.match(own[3]!.diff!, /-hello\n\+bye/);
});
