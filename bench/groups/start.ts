import { alternate, middle, milliseconds, ratioOf, type Sample } from "../measure.ts";
import { Server } from "../process.ts";
import { type Bench, newDirectory } from "../setting.ts";
import type { Row } from "../table.ts";

/** From the start of the process to the first answer of GET /health, against a bare hono program. */
export async function start(bench: Bench): Promise<Row[]> {
  const directory = newDirectory(bench, "start");
  const timed = async (begin: () => Promise<Server>): Promise<Sample> => {
    const before = performance.now();
    await using _server = await begin();
    const value = performance.now() - before;
    return { value, latencies: [value] };
  };
  const pairs = await alternate(
    bench.size.starts,
    () => timed(() => Server.service(directory)),
    () => timed(() => Server.bare()),
  );
  const { ratio, noise } = ratioOf(pairs);
  return [{
    what: "serve to the first GET /health",
    ours: milliseconds(middle(pairs.ours)),
    bare: milliseconds(middle(pairs.bare)),
    measured: ratio,
    noise,
    target: { most: 3 },
    detail: `${bench.size.starts} rounds; bare is a hono program on Deno.serve`,
  }];
}
