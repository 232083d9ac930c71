import { BareSqlite } from "../bare_sqlite.ts";
import { once } from "../http_client.ts";
import { alternate, type Sample } from "../measure.ts";
import { Program, Server } from "../process.ts";
import type { Load } from "../programs/http_load.ts";
import { type Bench, newDirectory, ordinaryRun } from "../setting.ts";
import { CLIENTS } from "../size.ts";
import type { Row } from "../table.ts";
import { createRow } from "./create.ts";

/** Creating durable runs over HTTP: 16 keep-alive clients in one process, the service in another. */
export async function http(bench: Bench): Promise<Row[]> {
  const { rounds, creates } = bench.size;
  const directory = newDirectory(bench, "http");
  await using service = await Server.service(directory);
  await using client = new Program("http_load");
  const bare = new BareSqlite(newDirectory(bench, "bare"));
  const input = ordinaryRun(directory);
  const document = await once<object>(service.port, "POST", "/coordinator/runs", input);
  const load: Load = {
    port: service.port,
    method: "POST",
    path: "/coordinator/runs",
    body: JSON.stringify(input),
    clients: CLIENTS,
    count: creates,
    status: 201,
  };
  const pairs = await alternate(
    rounds,
    () => client.ask<Sample>(load),
    () => Promise.resolve(bare.create(creates, document)),
  );
  bare.close();
  return [createRow("create a run, 16 clients, over HTTP", pairs, { least: 0.8 })];
}
