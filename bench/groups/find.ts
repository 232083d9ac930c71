import { contextFor, record } from "../../services/kernel/context.ts";
import { runStream } from "../../store/runs/stream.ts";
import { type Harness, harness } from "../../tests/harness.ts";
import { latencyRow, timed } from "../latency.ts";
import { whole } from "../measure.ts";
import type { Bench } from "../setting.ts";
import type { Row } from "../table.ts";

const LIMIT_MILLISECONDS = 50;

const BATCH = 500;

/** Events of each run besides its own moves: so that 10,000 runs make a log of a million. */
const REPORTS = 94;

/** Lists, counts, the search and what pictures are drawn from, over 10,000 runs with a patch each and a log of 1,000,000 events. */
export async function find({ size }: Bench): Promise<Row[]> {
  const [, total] = size.totals;
  await using h = await harness();
  await fill(h, total);
  const detail = `${whole(total)} runs, ${whole(h.store.head)} events`;
  const bare = await timed(size.listings, () => h.json("GET", "/health"));
  const rows: Row[] = [];
  const measure = async (what: string, path: string) => {
    const ours = await timed(size.listings, async () => {
      const { status } = await h.json("GET", path);
      if (status !== 200) throw new Error(`${path}: ${status}`);
    });
    rows.push(latencyRow(what, { ours, bare, most: LIMIT_MILLISECONDS, detail }));
  };
  await measure("runs, a word of all", "/runs?query=rename");
  await measure("runs, a rare word", `/runs?query=number${Math.floor(total / 2)}`);
  await measure("runs, a word, a state and a repository", "/runs?query=rename&status=failed&repoPath=%2Fr3");
  await measure("runs, half way down", `/runs?offset=${total / 2}`);
  await measure("run counts", "/runs/counts");
  await measure("run counts, a word of all", "/runs/counts?query=rename");
  await measure("search, a word of every text", "/search?query=rename");
  await measure("search, a rare word", `/search?query=number${Math.floor(total / 3)}`);
  await measure("search, the beginning of a word", "/search?query=ren");
  await measure("search, a word of one kind", "/search?query=rename&kind=diff");
  await measure("search, which run changed this file", `/search?path=src%2Ffile${Math.floor(total / 2)}.ts`);
  await measure("search, a file that every run changed", "/search?path=src%2Findex.ts");
  await measure("trends of 30 days", "/trends");
  await measure("the queue over 48 hours", "/trends/queue");
  return rows;
}

async function fill(h: Harness, total: number): Promise<void> {
  for (let from = 0; from < total; from += BATCH) {
    const ctx = contextFor(h.service, "system");
    for (let i = from; i < Math.min(from + BATCH, total); i++) {
      const id = h.service.newId("run");
      const at = { runId: id };
      const request = `rename the function number${i} in every file that names it`;
      ctx.write(() => {
        record(ctx, runStream, id, [
          {
            type: "run.created",
            data: { kind: "coordinator", request, repoPath: `/r${i % 10}`, attempt: 1 },
          },
          { type: "run.started", data: { holder: "bench" } },
          { type: "artifact.created", data: patchOf(i) },
          ...Array.from({ length: REPORTS }, (_, n) => ({
            type: "run.network_used" as const,
            data: { purpose: `command ${n}`, hosts: [], refused: [] },
          })),
          i % 3 === 0
            ? { type: "run.failed", data: { reason: "timeout", detail: "It took too long." } }
            : { type: "run.completed", data: { detail: "Written." } },
        ], at);
      });
    }
    await ctx.settled();
  }
}

function patchOf(i: number) {
  const changes = ["src/index.ts", `src/file${i}.ts`];
  const lines = Array.from(
    { length: 40 },
    (_, n) => `-  rename(before${i}, ${n});\n+  rename(after${i}, ${n});`,
  );
  return {
    path: "bundle/round-1.patch",
    purpose: "bundle",
    previewType: "diff" as const,
    label: "Patch",
    summary: "2 files",
    size: 1,
    sha256: i.toString(16).padStart(64, "0"),
    mediaType: "text/x-diff",
    text: `--- a/${changes[1]}\n+++ b/${changes[1]}\n${lines.join("\n")}`,
    changes,
  };
}
