import { contextFor } from "../../services/kernel/context.ts";
import { createMemoryRecord } from "../../services/memory/create.ts";
import { type Harness, harness } from "../../tests/harness.ts";
import { latencyRow, timed } from "../latency.ts";
import { whole } from "../measure.ts";
import type { Bench } from "../setting.ts";
import type { Row } from "../table.ts";

const LIMIT_MILLISECONDS = 50;
const BATCH = 1000;

const SUBJECTS = [
  "the build",
  "a deployment",
  "the parser",
  "every test",
  "the review",
  "a migration",
  "the index",
];
const VERBS = ["waits for", "depends on", "must never touch", "is slower than", "replaces", "is owned by"];
const OBJECTS = [
  "the staging queue",
  "the lock file",
  "the release branch",
  "the cache",
  "the schema",
  "the proxy",
];
const pick = (words: readonly string[], i: number): string => words[i % words.length]!;

/** Searching 100,000 memory records: rare words, words that are in each seventh record, phrases, filters. */
export async function memory({ size }: Bench): Promise<Row[]> {
  const [, , total] = size.totals;
  await using h = await harness();
  await fill(h, total);
  const rows: Row[] = [];
  const bare = await timed(size.listings, () => h.json("GET", "/health"));
  const measure = async (what: string, query: string) => {
    const ours = await timed(size.listings, () => h.json("GET", `/memory?${query}`));
    rows.push(latencyRow(what, { ours, bare, most: LIMIT_MILLISECONDS, detail: `${whole(total)} records` }));
  };
  await measure("memory, newest", "");
  await measure("memory, a rare word", `query=number${Math.floor(total / 2)}`);
  await measure("memory, a word of each 7th record", "query=parser");
  await measure("memory, a common phrase", "query=%22staging queue%22");
  await measure("memory, two words and filters", "query=review cache&type=fact&scope=project&status=active");
  return rows;
}

/** Sentences of every combination, each with a word of its own. */
async function fill(h: Harness, total: number): Promise<void> {
  const ctx = contextFor(h.service, "operator");
  for (let from = 0; from < total; from += BATCH) {
    ctx.write(() => {
      for (let i = from; i < Math.min(from + BATCH, total); i++) {
        createMemoryRecord(ctx, {
          type: i % 2 === 0 ? "fact" : "decision",
          scope: "project",
          scopeId: `/repository/${i % 20}`,
          content: `number${i}: ${pick(SUBJECTS, i)} ${pick(VERBS, i)} ${pick(OBJECTS, i)}.`,
          source: { kind: "user", id: "bench" },
        });
      }
    });
    await ctx.settled();
  }
}
