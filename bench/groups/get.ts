import { join } from "node:path";
import { alternate } from "../measure.ts";
import { Program, Server } from "../process.ts";
import { type Bench, newDirectory } from "../setting.ts";
import type { Row } from "../table.ts";
import { costOf, costRow, UsualService } from "../usual.ts";

/** Reading one run over HTTP, against a bare hono route that answers with the same JSON. */
export async function get(bench: Bench): Promise<Row[]> {
  const { rounds, reads } = bench.size;
  await using service = await UsualService.start(newDirectory(bench, "get"));
  await using bare = await Server.rows(
    join(newDirectory(bench, "bare"), "bare.db"),
    await service.document(),
  );
  await using client = new Program("http_load");
  const load = { method: "GET", path: "/runs/some", count: reads, status: 200 };
  const pairs = await alternate(rounds, () => service.read(client, reads), () => costOf(bare, client, load));
  return [costRow("GET /runs/:id, 16 clients, over HTTP", pairs, { most: 2.8 })];
}
