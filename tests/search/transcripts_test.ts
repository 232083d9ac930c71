import assert from "node:assert/strict";
import { AGENT, type Harness } from "../harness.ts";
import { ModelWorld, planning, works } from "../models/workers/scenario.ts";
import { says, uses } from "../models/server/reply.ts";
import { envelopeOf } from "../../services/ground/kernel/envelope.ts";
import { MAX_TEXT } from "../../store/search/texts.ts";
import { tablesWith, uniqueWord } from "./tables_with.ts";

const KEPT = "task_session.transcript_kept";

const found = async (h: Harness, query: string) =>
  (await h.operator("GET /search", { query: { query, kind: "transcript" } })).items;

Deno.test("GET /search: what a worker said, wrote and read is found by its transcript, and erased with its run", async () => {
  const words = { said: uniqueWord("said"), wrote: uniqueWord("wrote"), long: uniqueWord("long") };
  const write = { name: "create_file", input: { path: "b.txt", content: `${words.wrote}\n` } };
  await using world = await ModelWorld.open(planning(works(
    uses(write, `I look for the ${words.said}.`),
    uses({
      name: "create_file",
      input: { path: "c.txt", content: `${"x ".repeat(MAX_TEXT)}${words.long}\n` },
    }),
  )));
  const { h } = world;
  const { id } = await world.run("Write it.");
  for (const sought of [words.said, words.wrote]) {
    const [hit, ...others] = await found(h, sought);
    assert.deepEqual([hit?.kind, hit?.runId, others.length], ["transcript", id, 0], sought);
    assert.ok(hit!.snippet.includes(sought), hit!.snippet);
  }
  assert.deepEqual(await found(h, words.long), [], "it is bounded: what is far back is not kept twice");
  assert.ok(tablesWith(h, words.said).includes("events"));
  await h.operator("POST /runs/:id/delete", { params: { id } });
  assert.deepEqual(await found(h, words.said), []);
  assert.deepEqual(tablesWith(h, words.said), []);
  assert.deepEqual(h.rebuildDifferences(), []);
});

Deno.test("the text of a transcript is in no event or trace that leaves the log, no agent searches it, and it holds no secret", async () => {
  const word = uniqueWord("said");
  const secret = "s3cr3t-value-0123456789";
  await using world = await ModelWorld.open(planning(works(says(`The ${word} is ${secret} here.`))));
  const { h } = world;
  h.service.redactor.know(secret, "the secret of the test");
  const { id } = await world.run("Say it.");
  const [hit] = await found(h, word);
  assert.match(hit!.snippet, /is \[redacted\] here/);
  const kept = h.store.database.all<{ data: string }>(
    "select data from events where type = ?",
    KEPT,
  );
  assert.ok(kept.length === 1 && kept[0]!.data.includes(word) && !kept[0]!.data.includes(secret));
  const event = h.store.events.after(0, 10_000).find(({ type }) => type === KEPT);
  assert.ok(
    JSON.stringify(event).includes(word) && !JSON.stringify(envelopeOf(event!, "test")).includes(word),
  );
  for (
    const path of ["audit", "replay-packet", "audit-view", "timeline"].map((name) => `/runs/${id}/${name}`)
  ) {
    const { status, body } = await h.json(
      "GET",
      path,
      undefined,
      path.endsWith("timeline") ? undefined : AGENT,
    );
    assert.equal(status, 200, path);
    const parts = JSON.stringify(body).split('"type":"').filter((part) => part.startsWith(KEPT));
    for (const part of parts) assert.ok(!part.includes(word), part);
  }
  const { entries } = await h.operator("GET /runs/:id/audit", { params: { id } });
  const entry = entries.find(({ type }) => type === KEPT);
  assert.ok(entry!.dataText!.includes(word), "the operator's export is whole");
  assert.equal((await h.json("GET", `/search?query=${word}`, undefined, AGENT)).status, 403);
});
