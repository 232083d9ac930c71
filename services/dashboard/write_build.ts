import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { buildDashboard } from "./build.ts";
import { BUILT_DIRECTORY } from "./files.ts";

/** `deno task build`: writes the dashboard where a compiled program finds it, and says how large it is. */
async function writeBuild(): Promise<void> {
  const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
  const directory = join(root, BUILT_DIRECTORY);
  const files = await buildDashboard(root);
  await Deno.remove(directory, { recursive: true }).catch(() => {});
  await Deno.mkdir(directory, { recursive: true });
  let total = 0;
  const lines: string[] = [];
  for (const [name, bytes] of files) {
    await Deno.writeFile(join(directory, name), bytes);
    const packed = await new Response(new Blob([bytes]).stream().pipeThrough(new CompressionStream("gzip")))
      .bytes();
    total += packed.length;
    lines.push(`${kibibytes(packed.length)}  ${name}`);
  }
  const text = [...lines.sort().toReversed(), `${kibibytes(total)}  in all, compressed`].join("\n");
  Deno.stdout.writeSync(new TextEncoder().encode(`${text}\n`));
}

const kibibytes = (bytes: number): string => `${(bytes / 1024).toFixed(1).padStart(7)} KiB`;

if (import.meta.main) {
  try {
    await writeBuild();
  } catch (error) {
    const { message, cause } = error as Error;
    Deno.stderr.writeSync(
      new TextEncoder().encode(`${message}\n${cause instanceof Error ? cause.message : ""}\n`),
    );
    Deno.exit(1);
  }
}
