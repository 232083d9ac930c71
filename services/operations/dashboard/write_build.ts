import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { DashboardBundle } from "./build.ts";
import { builtFromSources } from "./build_cache.ts";
import { BUILT_DIRECTORY } from "./files.ts";
import { messageOf } from "../../../store/shared/message_of.ts";

/** Builds the dashboard into a program's directory, where it works without its sources. Returns its files. */
export async function writeDashboard(program: string): Promise<DashboardBundle> {
  const root = fileURLToPath(new URL("../../../", import.meta.url));
  const directory = join(program, BUILT_DIRECTORY);
  const files = await builtFromSources(root);
  await Deno.remove(directory, { recursive: true }).catch((cause) => {
    if (!(cause instanceof Deno.errors.NotFound)) throw cause;
  });
  await Deno.mkdir(directory, { recursive: true });
  for (const [name, bytes] of files) await Deno.writeFile(join(directory, name), bytes);
  return files;
}

/** Returns the compressed size of each file, and of all. */
async function describe(files: DashboardBundle): Promise<string> {
  const sizes = await Promise.all([...files].map(async ([name, bytes]) => {
    const packed = new Blob([bytes]).stream().pipeThrough(new CompressionStream("gzip"));
    return { name, size: (await new Response(packed).bytes()).length };
  }));
  const total = sizes.reduce((sum, { size }) => sum + size, 0);
  const lines = sizes.toSorted((a, b) => b.size - a.size).map(({ name, size }) =>
    `${kibibytes(size)}  ${name}`
  );
  return [...lines, `${kibibytes(total)}  in all, compressed`, ""].join("\n");
}

const kibibytes = (bytes: number): string => `${(bytes / 1024).toFixed(1).padStart(7)} KiB`;

if (import.meta.main) {
  const encode = (text: string) => new TextEncoder().encode(text);
  try {
    Deno.stdout.writeSync(encode(await describe(await writeDashboard("."))));
  } catch (error) {
    const cause = error instanceof Error ? error.cause : undefined;
    Deno.stderr.writeSync(encode(`${messageOf(error)}\n${cause instanceof Error ? cause.message : ""}\n`));
    Deno.exit(1);
  }
}
