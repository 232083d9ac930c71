import { alternate, middle, milliseconds, ratioOf, type Sample } from "../measure.ts";
import { Server } from "../process.ts";
import { type Bench, newDirectory } from "../setting.ts";
import type { Row } from "../table.ts";

/** From the start of the process to the first answer of GET /health, and of GET /runs, against a bare hono program. */
export async function start(bench: Bench): Promise<Row[]> {
  const directory = newDirectory(bench, "start");
  const timed = async (begin: () => Promise<Server>): Promise<Sample> => {
    const before = performance.now();
    await using _server = await begin();
    const value = performance.now() - before;
    return { value, latencies: [value] };
  };
  const rows: Row[] = [];
  for (const [path, target] of [["/health", { most: 3 }], ["/runs", null]] as const) {
    const pairs = await alternate(
      bench.size.starts,
      () => timed(() => Server.service(directory, { path })),
      () => timed(() => Server.bare()),
    );
    const { ratio, noise } = ratioOf(pairs);
    rows.push({
      what: `serve to the first GET ${path}`,
      ours: milliseconds(middle(pairs.ours)),
      bare: milliseconds(middle(pairs.bare)),
      measured: target && ratio,
      noise,
      target,
      detail: `${bench.size.starts} rounds; ${ratio.toFixed(2)} times a bare hono program on Deno.serve`,
    });
  }
  return rows;
}
