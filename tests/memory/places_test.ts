import assert from "node:assert/strict";
import { harness } from "../harness.ts";
import { queuedRun } from "../routes/queued_run.ts";

const STATEMENT = { type: "decision", scope: "project", content: "Releases are cut on Fridays" };

Deno.test("POST /memory: a record of a project that its source does not name is given to nobody, and says so", async () => {
  await using h = await harness();
  await using a = await queuedRun(h);
  await using b = await queuedRun(h);
  const { id: talk } = await h.operator("POST /coordinator/conversations", { body: {} });
  const source = { kind: "conversation", id: talk };
  const lost = await h.operator("POST /memory", { body: { ...STATEMENT, source } });
  assert.match(lost.warnings.join(), /does not name a project, so it is never used.*scopeId/);
  const given = async (query: Record<string, string>) =>
    (await h.operator("GET /memory/context-preview", { query })).items.map(({ id }) => id);
  for (const runId of [a.id, b.id]) assert.deepEqual(await given({ runId }), []);
  assert.deepEqual(await given({ project: a.repoPath }), []);
  assert.deepEqual(await given({}), []);
  const everywhere = await h.operator("POST /memory", { body: { ...STATEMENT, scope: "global", source } });
  assert.deepEqual(everywhere.warnings, []);
  for (const query of [{ runId: a.id }, { runId: b.id }, {}]) {
    assert.deepEqual(await given(query as Record<string, string>), [everywhere.id]);
  }
});

Deno.test("POST /memory: a record of a scope that nothing asks for, or of everything and yet of one, says so", async () => {
  await using h = await harness();
  const source = { kind: "user", id: "me" };
  for (
    const [more, warning] of [
      [
        { scope: "team" },
        /^Its scope is none of project, conversation, run, task, global, so it is never used\./,
      ],
      [
        { scope: "global", scopeId: "/shop" },
        /^It applies everywhere, but names a scopeId, so it is never used\./,
      ],
    ] as const
  ) {
    const { warnings } = await h.operator("POST /memory", { body: { ...STATEMENT, ...more, source } });
    assert.match(warnings.join(), warning);
    assert.deepEqual((await h.operator("GET /memory/context-preview", { query: {} })).items, []);
  }
});

Deno.test("POST /memory: the project of a record is that of its run, of its conversation's run, or the one it names", async () => {
  await using h = await harness();
  await using a = await queuedRun(h);
  await using b = await queuedRun(h);
  const talk = await h.operator("POST /coordinator/conversations", { body: { activeRunId: a.id } });
  const made = [];
  for (
    const more of [
      { source: { kind: "run", id: a.id } },
      { source: { kind: "conversation", id: talk.id } },
      { source: { kind: "user", id: "me" }, scopeId: a.repoPath },
    ]
  ) {
    const record: { id: string; scopeId?: string | undefined; warnings: string[] } = await h.operator(
      "POST /memory",
      {
        body: { ...STATEMENT, content: `${STATEMENT.content} ${made.length}`, ...more },
      },
    );
    assert.deepEqual([record.scopeId, record.warnings], [a.repoPath, []]);
    made.push(record.id);
  }
  const given = async (runId: string) =>
    (await h.operator("GET /memory/context-preview", { query: { runId } })).items.map(({ id }) => id).sort();
  assert.deepEqual(await given(a.id), made.sort());
  assert.deepEqual(await given(b.id), [], "nothing of one project enters another");
  assert.deepEqual(h.rebuildDifferences(), []);
});
