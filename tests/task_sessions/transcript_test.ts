import assert from "node:assert/strict";
import { join } from "node:path";
import type { TranscriptEntry } from "../../services/sessions/transcripts/schemas.ts";
import { namesIn } from "../recovery/leftovers.ts";
import { AGENT } from "../tokens.ts";
import { EDIT, ModelWorld, planning, works } from "../models/workers/scenario.ts";
import { says, uses } from "../models/server/reply.ts";

/** The id of the only task session of a run. */
async function sessionOf({ h }: Pick<ModelWorld, "h">, runId: string): Promise<string> {
  const [session] = await h.operator("GET /runs/:id/task-sessions", { params: { id: runId } });
  return session!.id;
}

/** The transcript of the only task session of a run. */
const transcriptOf = async (world: Pick<ModelWorld, "h">, runId: string) =>
  await world.h.operator("GET /task-sessions/:id/transcript", {
    params: { id: await sessionOf(world, runId) },
  });

/** What is said and done, without tokens. */
const said = (entries: readonly TranscriptEntry[]) =>
  entries.filter(({ kind }) => kind !== "usage").map(({ kind, text, tool }) => [
    kind,
    tool ? `${tool.name} ${tool.status}` : text.trim(),
  ]);

const markdownOf = async ({ h }: Pick<ModelWorld, "h">, runId: string) =>
  await (await h.send(`/runs/${runId}/transcript`)).text();

Deno.test("a model's transcript holds what it was told, its words, each tool once with its diff or output, and its tokens", async () => {
  await using world = await ModelWorld.open(
    planning(works(
      uses(EDIT, "I change the greeting."),
      uses({ name: "read_file", input: { path: "a.txt" } }, "I look at it again."),
      uses({ name: "read_file", input: { path: "none.txt" } }),
      says("The greeting says bye now."),
    )),
  );
  const run = await world.run("Say bye.");
  const { entries, transcripts, number, more } = await transcriptOf(world, run.id);
  assert.deepEqual(said(entries), [
    ["told", "Say bye."],
    ["words", "I change the greeting."],
    ["tool", "edit_file completed"],
    ["words", "I look at it again."],
    ["tool", "read_file completed"],
    ["tool", "read_file failed"],
    ["words", "The greeting says bye now."],
  ]);
  const [edit, read] = entries.flatMap(({ tool }) => tool ?? []);
  assert.match(edit!.diff!, /^--- a\.txt.*\n\+\+\+ a\.txt.*\n@@ -1,1 \+1,1 @@\n-hello\n\+bye\n/m);
  assert.equal(read!.output, "bye\n");
  const usage = entries.flatMap(({ usage }) => usage ?? []);
  assert.equal(usage.length, 4);
  assert.deepEqual(usage[0], {
    provider: "local",
    model: "test-model",
    inputTokens: 100,
    outputTokens: 20,
    costUsd: 0.00014,
  });
  assert.deepEqual([transcripts.length, number, more, transcripts[0]!.state], [1, 1, false, "kept"]);
  assert.deepEqual(
    namesIn(join(world.h.directory, "transcripts")),
    [],
    "the journal is gone once it is kept",
  );
  assert.deepEqual(world.h.rebuildDifferences(), []);
});

Deno.test("the agent token reads no transcript, neither live nor as Markdown; the operator reads both", async () => {
  await using world = await ModelWorld.open(planning(works(EDIT)));
  const run = await world.run("Say bye.");
  const session = await sessionOf(world, run.id);
  for (const path of [`/task-sessions/${session}/transcript`, `/runs/${run.id}/transcript`]) {
    assert.equal((await world.h.send(path, {}, AGENT)).status, 403, path);
    const answer = await world.h.send(path);
    assert.match(await answer.text(), /Say bye/, path);
  }
  const artifacts = await world.h.agent("GET /runs/:id/artifacts", { params: { id: run.id } });
  assert.deepEqual(artifacts.filter((path) => /words|transcript/.test(path)), []);
});

Deno.test("secrets are taken out of words, tools and diffs before they reach the disk; what is not a secret stays", async () => {
  const secret = "s3cr3t-value-0123456789";
  await using world = await ModelWorld.open(
    planning(works(
      uses(
        { name: "create_file", input: { path: `b-${secret}.txt`, content: `key=${secret}\nopen=yes\n` } },
        `I write ${secret} and plain-words.`,
      ),
    )),
  );
  world.h.service.redactor.know(secret, "the secret of the test");
  const run = await world.run("Write it.");
  const { entries } = await transcriptOf(world, run.id);
  const text = JSON.stringify(entries);
  assert.ok(!text.includes(secret), text);
  assert.match(text, /I write \[redacted\] and plain-words\./);
  assert.equal(entries.find(({ tool }) => tool)!.tool!.path, "b-[redacted].txt");
  assert.match(entries.find(({ tool }) => tool)!.tool!.diff!, /\+key=\[redacted\]\n\+open=yes/);
  assert.ok(!(await markdownOf(world, run.id)).includes(secret));
});

Deno.test("hostile words stay text in the export: no HTML, no image, no way out of a code block, no escape code", async () => {
  const hostile = "<img src=x onerror=alert(1)> ![x](https://evil.invalid/x) \u001b[31mred\n# Not a heading";
  await using world = await ModelWorld.open(
    planning(works(
      uses({
        name: "create_file",
        input: { path: "b.md", content: "```\n</pre><script>alert(1)</script>\n" },
      }, hostile),
    )),
  );
  const run = await world.run("Write it.");
  const { entries } = await transcriptOf(world, run.id);
  // The control: it is kept word for word, so the export is what makes it harmless.
  assert.ok(entries.some(({ text }) => text.includes(hostile)));
  const markdown = await markdownOf(world, run.id);
  const outside = markdown.replaceAll(/^(`{3,})[a-z]*\n[\s\S]*?\n\1$/gm, "");
  assert.ok(!/<(?!\/?sub>)/.test(outside), outside);
  assert.ok(!outside.includes("!["), outside);
  assert.ok(!markdown.includes("\u001b"));
  assert.ok(!/^# Not/m.test(markdown));
  assert.match(markdown, /^````diff$/m);
});

Deno.test("a run that is deleted takes its transcripts along: the content, its hash and what names it", async () => {
  await using world = await ModelWorld.open(planning(works(uses(EDIT, "Words that go."))));
  const run = await world.run("Say bye.");
  const kept = world.events(run.id, "material.kept");
  assert.equal(kept.length, 1);
  const { sha256 } = kept[0]!.data as { sha256: string };
  const path = join(world.h.directory, "artifacts", sha256.slice(0, 2), sha256);
  assert.match(Deno.readTextFileSync(path), /Words that go/);
  await world.h.operator("POST /runs/:id/delete", { params: { id: run.id } });
  assert.throws(() => Deno.statSync(path), Deno.errors.NotFound);
  assert.ok(!JSON.stringify(world.h.store.events.after(0, 10_000)).includes(sha256));
});

Deno.test("a recipe's transcript has each instruction with its diff, and its commands with what they printed", async () => {
  await using world = await ModelWorld.open(planning(works()));
  const { id } = await world.h.operator("POST /coordinator/runs", {
    body: {
      request: 'create b.txt with "one"\nrun echo printed; test -f b.txt',
      repoPath: world.repository.root,
      worker: { provider: "builtin" },
      onFailure: "fail",
    },
  });
  await world.h.settled(id);
  const sessions = await world.h.operator("GET /runs/:id/task-sessions", { params: { id } });
  const all = await Promise.all(
    sessions.map(({ id }) => world.h.operator("GET /task-sessions/:id/transcript", { params: { id } })),
  );
  const tools = all.flatMap(({ entries }) => entries.flatMap(({ tool }) => tool ?? []));
  assert.deepEqual(tools.map(({ name, status }) => [name, status]), [["create", "completed"], [
    "run",
    "completed",
  ]]);
  assert.match(tools[0]!.diff!, /^\+one$/m);
  assert.equal(tools[1]!.output, "printed\n");
  assert.equal(tools[1]!.exitCode, 0);
});
