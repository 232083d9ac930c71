import { join } from "node:path";
import { Program, Server } from "../process.ts";
import { alternate } from "../measure.ts";
import { type Bench, newDirectory } from "../setting.ts";
import type { Row } from "../table.ts";
import { costOf, costRow, UsualService } from "../usual.ts";

/** Creating durable runs as most people have it, over HTTP from 16 clients, against one bare row for each. */
export async function create(bench: Bench): Promise<Row[]> {
  const { rounds, creates } = bench.size;
  await using service = await UsualService.start(newDirectory(bench, "create"));
  await using bare = await Server.rows(
    join(newDirectory(bench, "bare"), "bare.db"),
    await service.document(),
  );
  await using client = new Program("http_load");
  const load = {
    method: "POST",
    path: "/coordinator/runs",
    body: JSON.stringify(service.input),
    count: creates,
    status: 201,
  };
  const pairs = await alternate(
    rounds,
    () => service.create(client, creates),
    () => costOf(bare, client, load),
  );
  return [costRow("create a run, 16 clients, over HTTP", pairs, { most: 2.6 })];
}
