import { median, milliseconds, whole } from "../measure.ts";
import { Program } from "../process.ts";
import type { Question, Reading, Seeded } from "../programs/seeded.ts";
import { type Bench, newDirectory } from "../setting.ts";
import type { Row } from "../table.ts";

const READINGS: Record<Reading, string> = {
  list: "GET /runs",
  counts: "GET /runs/counts",
  status: "GET /control-plane/status",
  approvals: "GET /approvals/queue",
  queue: "the oldest queued run",
};

const MEBIBYTE = 1024 * 1024;

/** Readings at three totals of runs, each store in a process of its own, and the memory of the largest. */
export async function scale(bench: Bench): Promise<Row[]> {
  const { totals, listings } = bench.size;
  await using stack = new AsyncDisposableStack();
  const stores = totals.map(() => stack.use(new Program("seeded")));
  const seeded: Seeded[] = [];
  for (const [i, store] of stores.entries()) {
    const seed = { directory: newDirectory(bench, "scale"), total: totals[i]! };
    seeded.push(await store.ask<Seeded>({ seed } satisfies Question));
  }
  const rows: Row[] = [memoryRow(totals[2], seeded[2]!)];
  for (const [measure, what] of Object.entries(READINGS) as [Reading, string][]) {
    const times = totals.map((): number[] => []);
    for (let round = -3; round < listings; round++) {
      for (const [i, store] of stores.entries()) {
        const time = await store.ask<number>({ measure } satisfies Question);
        if (round >= 0) times[i]!.push(time);
      }
    }
    rows.push(readingRow(what, totals, times, listings));
  }
  return rows;
}

function memoryRow(total: number, { seconds, rssBefore, rssAfter, fileBytes }: Seeded): Row {
  return {
    what: `memory after creating ${whole(total)} runs`,
    ours: `${whole(rssAfter / MEBIBYTE)} MiB`,
    bare: "",
    measured: null,
    target: null,
    detail: `it was ${whole(rssBefore / MEBIBYTE)} MiB before, so ${
      Math.round((rssAfter - rssBefore) / total)
    } bytes per run; seeded in ${seconds.toFixed(1)} s, ${whole(fileBytes / total)} bytes per run on disk`,
  };
}

function readingRow(what: string, totals: readonly number[], times: number[][], rounds: number): Row {
  const [small, middling, large] = times.map(median) as [number, number, number];
  return {
    what: `${what}: ${whole(totals[2]!)} to ${whole(totals[0]!)}`,
    ours: milliseconds(large),
    bare: milliseconds(small),
    measured: large / small,
    target: { most: 1.5 },
    detail: `${rounds} rounds; "bare" is ours at ${whole(totals[0]!)}; ${milliseconds(middling)} at ${
      whole(totals[1]!)
    }`,
  };
}
