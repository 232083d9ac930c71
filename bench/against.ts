import { join } from "node:path";
import { alternate } from "./measure.ts";
import { Program } from "./process.ts";
import { type Bench, newDirectory, ROOT } from "./setting.ts";
import type { Row, Target } from "./table.ts";
import { type Cost, costRow, UsualService } from "./usual.ts";

/** No slower than before, but for what two rounds of the same program differ by. */
const TARGET: Target = { most: 1.05 };

/**
 * Measures this checkout and an earlier commit of it in turns, with the same requests from the same clients. In the rows, `bare` is
 * the earlier commit. Throws if there is no such commit.
 */
export async function against(bench: Bench, commit: string): Promise<Row[]> {
  const { rounds, creates, reads } = bench.size;
  const earlier = await checkOut(bench, commit);
  await using ours = await UsualService.start(newDirectory(bench, "ours"));
  await using theirs = await UsualService.start(newDirectory(bench, "theirs"), earlier);
  await using client = new Program("http_load");
  const row = async (what: string, one: (service: UsualService) => Promise<Cost>) =>
    costRow(
      `${what}, against ${commit}`,
      await alternate(rounds, () => one(ours), () => one(theirs)),
      TARGET,
    );
  return [
    await row("create a run", (service) => service.create(client, creates)),
    await row("GET /runs/:id", (service) => service.read(client, reads)),
  ];
}

/** Returns a directory with the files of a commit and its packages, so that its service starts as fast as this one. */
export async function checkOut(bench: Pick<Bench, "directory">, commit: string): Promise<string> {
  const directory = newDirectory(bench, "checkout");
  const archive = join(directory, "..", "checkout.tar");
  await run("git", ["-C", ROOT, "archive", `--output=${archive}`, commit]);
  await run("tar", ["-xf", archive, "-C", directory]);
  await Deno.remove(archive);
  await run(Deno.execPath(), ["cache", "--quiet", "main.ts"], directory);
  return directory;
}

async function run(program: string, args: string[], cwd = ROOT): Promise<void> {
  const { success, stderr } = await new Deno.Command(program, { args, cwd, stdin: "null" }).output();
  if (!success) throw new Error(`${program} ${args[0]}: ${new TextDecoder().decode(stderr)}`);
}
