import { join } from "node:path";
import { alternate, middle, milliseconds, ratioOf, type Sample } from "../measure.ts";
import { Server } from "../process.ts";
import { type Bench, newDirectory, ROOT } from "../setting.ts";
import type { Row } from "../table.ts";

/** One command line, from the start of the process to its end, against a bare program that prints the same kind of thing. */
export async function commandLine(bench: Bench): Promise<Row[]> {
  await using server = await Server.service(newDirectory(bench, "command-line"));
  const url = `http://127.0.0.1:${server.port}`;
  const list = ["runs", "list", "--json", "--url", url];
  return [
    await row(bench, ["version"], ["bench/programs/bare_line.ts"], 1.3),
    await row(bench, list, ["bench/programs/bare_fetch.ts", `${url}/runs`], 4),
    await row(bench, ["demo", "--yes"], ["bench/programs/bare_line.ts"], null),
  ];
}

async function row(bench: Bench, words: string[], bare: string[], most: number | null): Promise<Row> {
  const pairs = await alternate(
    bench.size.starts,
    () => timed(["cli.ts", ...words]),
    () => timed(bare),
  );
  const { ratio, noise } = ratioOf(pairs);
  return {
    what: `agent-harness ${words.slice(0, 3).join(" ")}`,
    ours: milliseconds(middle(pairs.ours)),
    bare: milliseconds(middle(pairs.bare)),
    measured: most && ratio,
    noise,
    target: most === null ? null : { most },
    detail: `${bench.size.starts} rounds; deno run of cli.ts and of ${bare[0]}`,
  };
}

/** Runs a program of the checkout to its end. Throws when it fails: what is quick to fail is not quick. */
async function timed([script, ...words]: string[]): Promise<Sample> {
  const before = performance.now();
  const { success } = await new Deno.Command(Deno.execPath(), {
    args: ["run", "--allow-all", join(ROOT, script!), ...words],
    cwd: ROOT,
    stdin: "null",
    stdout: "null",
    stderr: "inherit",
  }).output();
  if (!success) throw new Error(`${script} ${words.join(" ")} failed.`);
  const value = performance.now() - before;
  return { value, latencies: [value] };
}
