import { join } from "node:path";
import { buildPortable } from "../../packaging/portable.ts";
import { alternate, middle, milliseconds, ratioOf, type Sample } from "../measure.ts";
import { Server } from "../process.ts";
import { type Bench, newDirectory } from "../setting.ts";
import type { Row } from "../table.ts";

/** The portable executable, once it is unpacked, from its start to the first answer of GET /health: against the source. */
export async function portable(bench: Bench): Promise<Row[]> {
  const place = newDirectory(bench, "portable");
  const [program, storage] = [join(place, "agent-harness"), newDirectory(bench, "start")];
  await buildPortable(["--output", program]);
  const timed = async (begin: () => Promise<Server>): Promise<Sample> => {
    const before = performance.now();
    await using _server = await begin();
    const value = performance.now() - before;
    return { value, latencies: [value] };
  };
  const start = () => timed(() => Server.portable(program, join(place, "cache"), storage));
  await start(); // it unpacks itself
  const pairs = await alternate(bench.size.starts, start, () => timed(() => Server.service(storage)));
  const { ratio, noise } = ratioOf(pairs);
  return [{
    what: "portable serve to the first GET /health",
    ours: milliseconds(middle(pairs.ours)),
    bare: milliseconds(middle(pairs.bare)),
    measured: ratio,
    noise,
    target: { most: 1.5 },
    detail: `${bench.size.starts} rounds; against deno run of main.ts`,
  }];
}
