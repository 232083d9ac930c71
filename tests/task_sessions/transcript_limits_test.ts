import assert from "node:assert/strict";
import { join } from "node:path";
import type { TranscriptEntry } from "../../services/sessions/transcripts/schemas.ts";
import type { Worker, WorkerTask } from "../../services/workforce/workers/worker.ts";
import { TestRepository } from "../git.ts";
import { type Harness, harness } from "../harness.ts";
import { namesIn } from "../recovery/leftovers.ts";

const MAX_CHARACTERS = 8 * 1024 * 1024;
const MAX_ENTRIES = 20_000;
const MAX_OUTPUT = 64 * 1024;

/** A worker of one task that talks as the test says. */
const talking = (talk: (task: WorkerTask) => void): Worker => ({
  provider: "talking",
  model: "test",
  readiness: () => ({ ready: true }),
  plan: (request) => ({
    tasks: [{ id: "task_1", title: request, instructions: request, dependsOn: [], commands: [] }],
  }),
  perform: (task) => {
    talk(task);
    return Promise.resolve({ ok: true, summary: "Said." });
  },
});

/** All entries of the transcript of a run whose worker talks so, read page by page, and its Markdown. */
async function kept(talk: (task: WorkerTask) => void) {
  using repository = TestRepository.make();
  await using h = await harness({ workers: 1, availableWorkers: [talking(talk)] });
  const { id } = await h.operator("POST /coordinator/runs", {
    body: { request: "Talk.", repoPath: repository.root, worker: { provider: "talking" } },
  });
  const run = await h.settled(id);
  assert.equal(run.status, "completed", run.statusDetail);
  const entries = await pagesOf(h, run.tasks[0]!.id);
  const markdown = await (await h.send(`/runs/${id}/transcript`)).text();
  assert.deepEqual(namesIn(join(h.directory, "transcripts")), [], "the journal is gone");
  assert.deepEqual(h.rebuildDifferences(), []);
  return { entries, markdown, events: h.store.events.after(0, 10_000).filter(({ runId }) => runId === id) };
}

async function pagesOf(h: Harness, id: string): Promise<TranscriptEntry[]> {
  const entries: TranscriptEntry[] = [];
  for (let after = 0;;) {
    const page = await h.operator("GET /task-sessions/:id/transcript", { params: { id }, query: { after } });
    entries.push(...page.entries);
    if (!page.more) return entries;
    after = page.cursor;
  }
}

const sizeOf = (entries: readonly TranscriptEntry[]): number =>
  entries.reduce((sum, { text, tool }) => sum + text.length + (tool?.output?.length ?? 0), 0);

const END = /^The transcript ends here because it is too long\. The work continued/;

Deno.test("a transcript far over its size keeps its beginning and says once where it ends; the log and the run continue", async () => {
  const megabyte = (i: number) => `part ${i} ${"x".repeat(1024 * 1024)}`;
  const { entries, markdown, events } = await kept(({ stream, report }) => {
    for (let i = 0; i < 30; i++) stream(megabyte(i), i % 2 === 0 ? "words" : "thought");
    report({ kind: "tool_started", tool: "look", summary: "Looks", call: "1" });
    report({ kind: "tool_completed", tool: "look", summary: "Looked", call: "1", output: "seen" });
  });
  assert.match(entries[1]!.text, /^part 0 /);
  assert.match(entries.at(-1)!.text, END);
  assert.equal(entries.filter(({ kind }) => kind === "note").length, 1);
  const size = sizeOf(entries);
  assert.ok(size <= MAX_CHARACTERS + 1024, `${size}`);
  assert.ok(size > MAX_CHARACTERS - 2 * 1024 * 1024, `most of what there is room for is kept: ${size}`);
  assert.equal(markdown.includes("part 6 "), true);
  assert.equal(markdown.includes("part 9 "), false);
  assert.match(markdown, /The transcript ends here/);
  assert.equal(entries.some(({ tool }) => tool !== undefined), false);
  assert.ok(
    events.some(({ type, data }) => type.startsWith("tool.") && JSON.stringify(data).includes("Look")),
  );
});

Deno.test("a transcript of too many entries ends with the same words", async () => {
  const { entries } = await kept(({ stream }) => {
    for (let i = 0; i < MAX_ENTRIES + 500; i++) stream(`${i}`, i % 2 === 0 ? "words" : "thought");
  });
  assert.equal(entries.length, MAX_ENTRIES + 1);
  assert.match(entries.at(-1)!.text, END);
});

Deno.test("a long output and a long diff keep their beginning and their end, and say how much is left out between", async () => {
  const long = (name: string) => `${name} begins\n${"y".repeat(500_000)}\n${name} ends`;
  const { entries } = await kept(({ report }) => {
    report({ kind: "tool_started", tool: "run", summary: "Runs", call: "1" });
    const shown = { output: long("output"), diff: long("diff") };
    report({ kind: "tool_completed", tool: "run", summary: "Ran", call: "1", shown });
  });
  const { output, diff } = entries.find(({ tool }) => tool)!.tool!;
  for (const [name, text] of [["output", output!], ["diff", diff!]] as const) {
    assert.ok(text.startsWith(`${name} begins\n`) && text.endsWith(`\n${name} ends`), name);
    assert.ok(text.length < MAX_OUTPUT + 100, `${name}: ${text.length}`);
    const left = long(name).length - MAX_OUTPUT;
    assert.ok(text.includes(`[… ${left.toLocaleString("en")} characters are left out here …]`), name);
  }
});

Deno.test("a tool that is at work when a transcript becomes full is shown as ended, without what it gave", async () => {
  const { entries } = await kept(({ report, stream }) => {
    report({ kind: "tool_started", tool: "run", summary: "Runs", call: "1" });
    for (let i = 0; i < 9; i++) stream("z".repeat(1024 * 1024), i % 2 === 0 ? "words" : "thought");
    const shown = { output: "much", diff: "much" };
    report({ kind: "tool_completed", tool: "run", summary: "Ran", call: "1", shown });
  });
  const { status, output, diff } = entries.find(({ tool }) => tool)!.tool!;
  assert.deepEqual([status, output, diff], ["completed", undefined, undefined]);
});
