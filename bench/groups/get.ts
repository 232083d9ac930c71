import { once } from "../http_client.ts";
import { alternate, latencyOf, middle, ratioOf, type Sample, whole } from "../measure.ts";
import { Program, Server } from "../process.ts";
import type { Load } from "../programs/http_load.ts";
import { type Bench, newDirectory, ordinaryRun } from "../setting.ts";
import { CLIENTS } from "../size.ts";
import type { Row } from "../table.ts";

/** Reading one run over HTTP, against a bare hono route that answers with the same JSON. */
export async function get(bench: Bench): Promise<Row[]> {
  const { rounds, reads } = bench.size;
  const directory = newDirectory(bench, "get");
  await using service = await Server.service(directory);
  const { id } = await once<{ id: string }>(
    service.port,
    "POST",
    "/coordinator/runs",
    ordinaryRun(directory),
  );
  const document = await once<object>(service.port, "GET", `/runs/${id}`);
  await using bare = await Server.bare(document);
  await using client = new Program("http_load");
  const read = ({ port }: Server) => {
    const load: Load = {
      port,
      method: "GET",
      path: `/runs/${id}`,
      clients: CLIENTS,
      count: reads,
      status: 200,
    };
    return client.ask<Sample>(load);
  };
  const pairs = await alternate(rounds, () => read(service), () => read(bare));
  const { ratio, noise } = ratioOf(pairs);
  const size = JSON.stringify(document).length;
  return [{
    what: "GET /runs/:id, 16 clients, over HTTP",
    ours: `${whole(middle(pairs.ours))} /s`,
    bare: `${whole(middle(pairs.bare))} /s`,
    measured: ratio,
    noise,
    target: { least: 0.35 },
    detail: `${rounds} rounds, ${size} bytes; ours ${latencyOf(pairs.ours)}; bare hono ${
      latencyOf(pairs.bare)
    }`,
  }];
}
