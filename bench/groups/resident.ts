import { once } from "../http_client.ts";
import { alternate, middle, ratioOf, type Sample, whole } from "../measure.ts";
import { Program, Server } from "../process.ts";
import type { Load } from "../programs/http_load.ts";
import { residentBytes } from "../resident.ts";
import { type Bench, newDirectory, ordinaryRun } from "../setting.ts";
import { CLIENTS } from "../size.ts";
import type { Row, Target } from "../table.ts";

const MEBIBYTE = 1024 * 1024;

/** How much memory the service takes, idle and after many runs were created, against a bare hono program asked as often. */
export async function resident(bench: Bench): Promise<Row[]> {
  const [, creates] = bench.size.totals;
  return [
    await row(bench, "memory, idle", { rounds: bench.size.starts, creates: 0 }, { most: 3 }),
    await row(bench, `memory after ${whole(creates)} creates`, {
      rounds: Math.ceil(bench.size.starts / 2),
      creates,
    }, { most: 5 }),
  ];
}

type Amount = { rounds: number; creates: number };

async function row(bench: Bench, what: string, { rounds, creates }: Amount, target: Target): Promise<Row> {
  const directory = newDirectory(bench, "resident");
  const body = JSON.stringify(ordinaryRun(directory));
  const create = { method: "POST", path: "/coordinator/runs", body, status: 201 };
  const read = { method: "GET", path: "/runs/some", status: 200 };
  const pairs = await alternate(
    rounds,
    () => measured(() => Server.service(newDirectory(bench, "resident"), "/runs"), create, creates),
    () => measured(() => Server.bare(), read, creates),
  );
  const { ratio, noise } = ratioOf(pairs);
  return {
    what,
    ours: `${whole(middle(pairs.ours))} MiB`,
    bare: `${whole(middle(pairs.bare))} MiB`,
    measured: ratio,
    noise,
    target,
    detail: `${rounds} rounds, each of a new process; resident, as the system counts it`,
  };
}

async function measured(
  start: () => Promise<Server>,
  request: Pick<Load, "method" | "path" | "body" | "status">,
  count: number,
): Promise<Sample> {
  await using server = await start();
  if (count > 0) {
    await using client = new Program("http_load");
    await client.ask<Sample>({ ...request, port: server.port, clients: CLIENTS, count } satisfies Load);
  }
  // It is asked once more, so that what belongs to the last answer is over.
  await once(server.port, "GET", "/health");
  return { value: await residentBytes(server.child.pid) / MEBIBYTE, latencies: [] };
}
