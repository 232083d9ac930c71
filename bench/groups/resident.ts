import { once } from "../http_client.ts";
import { alternate, middle, ratioOf, type Sample, whole } from "../measure.ts";
import { Program, Server } from "../process.ts";
import type { Load } from "../programs/http_load.ts";
import { residentBytes } from "../resident.ts";
import { type Bench, newDirectory, ordinaryRun } from "../setting.ts";
import { CLIENTS } from "../size.ts";
import type { Row, Target } from "../table.ts";

const MEBIBYTE = 1024 * 1024;

/** How many runs are read for each that is created. */
const READS = 5;

/** How much memory the service takes, idle and right after many requests, against a bare hono program asked as often. */
export async function resident(bench: Bench): Promise<Row[]> {
  const [, creates] = bench.size.totals;
  const requests = whole(creates * (1 + READS));
  return [
    await row(bench, "memory, idle", { rounds: bench.size.starts, creates: 0 }, { most: 3 }),
    await row(bench, `memory after ${requests} requests`, {
      rounds: Math.ceil(bench.size.starts / 2),
      creates,
    }, { most: 4 }),
  ];
}

type Amount = { rounds: number; creates: number };

async function row(bench: Bench, what: string, { rounds, creates }: Amount, target: Target): Promise<Row> {
  const directory = newDirectory(bench, "resident");
  const body = JSON.stringify(ordinaryRun(directory));
  const create = { method: "POST", path: "/coordinator/runs", body, status: 201 };
  const newest = async (port: number) => {
    const [newest] = await once<{ id: string }[]>(port, "GET", "/runs?limit=1");
    return `/runs/${newest!.id}`;
  };
  const pairs = await alternate(
    rounds,
    () =>
      measured(
        () => Server.service(newDirectory(bench, "resident"), { path: "/runs" }),
        async (server, ask) => {
          await ask(create, creates);
          await ask({ ...READ, path: await newest(server.port) }, creates * READS);
        },
        creates,
      ),
    () => measured(() => Server.bare(), (_, ask) => ask(READ, creates * (1 + READS)), creates),
  );
  const { ratio, noise } = ratioOf(pairs);
  return {
    what,
    ours: `${whole(middle(pairs.ours))} MiB`,
    bare: `${whole(middle(pairs.bare))} MiB`,
    measured: ratio,
    noise,
    target,
    detail: `${rounds} rounds, each of a new process; resident, as the system counts it${
      creates > 0 ? `; one of ${1 + READS} requests creates a run, the others read one` : ""
    }`,
  };
}

type Request = Pick<Load, "method" | "path" | "body" | "status">;

const READ: Request = { method: "GET", path: "/runs/some", status: 200 };

async function measured(
  start: () => Promise<Server>,
  load: (server: Server, ask: (request: Request, count: number) => Promise<void>) => Promise<void>,
  count: number,
): Promise<Sample> {
  await using server = await start();
  if (count > 0) {
    await using client = new Program("http_load");
    await load(server, async (request, count) => {
      await client.ask<Sample>({ ...request, port: server.port, clients: CLIENTS, count } satisfies Load);
    });
  }
  // It is asked once more, so that what belongs to the last answer is over.
  await once(server.port, "GET", "/health");
  return { value: await residentBytes(server.child.pid) / MEBIBYTE, latencies: [] };
}
