import { join } from "node:path";
import { sizeOf } from "../backup/size.ts";
import { EXIT } from "../exit_codes.ts";
import { table } from "../render/table.ts";
import { object } from "../render/value.ts";
import type { Shell } from "../shell.ts";
import type { StoreOptions } from "./options.ts";
import { withProgress } from "../terminal/progress.ts";
import { storageNeeded } from "./storage.ts";
import { LOCAL } from "../local.later.ts";

/** Prints statistics of a storage directory. Returns the exit code. */
export async function statistics(shell: Shell, options: StoreOptions): Promise<number> {
  const { output } = shell;
  const path = storageNeeded(shell, options.storage);
  const { readStatistics } = await LOCAL.statistics();
  const counted = readStatistics(join(path, "harness.db"));
  const [artifacts, all] = await withProgress(
    output,
    "Counting files",
    Promise.all([measure(join(path, "artifacts")), measure(path)]),
  );
  const { documents, ...log } = counted;
  if (options.json) {
    output.json({ storageDirectory: path, ...counted, artifacts, bytes: all.bytes });
    return EXIT.done;
  }
  const summary = {
    storageDirectory: path,
    ...log,
    artifacts: `${artifacts.files}, ${sizeOf(artifacts.bytes)}`,
    size: sizeOf(all.bytes),
  };
  for (const line of object(summary, output.columns)) output.data(line);
  output.data("");
  const rows = documents.map(({ id, count }) => ({ kind: id, documents: count }));
  for (const line of table(rows, output.columns, ["kind", "documents"])) output.data(line);
  return EXIT.done;
}

/** Returns the number and total size of the files below a directory. */
async function measure(directory: string): Promise<{ files: number; bytes: number }> {
  const total = { files: 0, bytes: 0 };
  const entries = await Array.fromAsync(Deno.readDir(directory)).catch(() => []);
  for (const { name, isDirectory, isFile } of entries) {
    const path = join(directory, name);
    if (isDirectory) {
      const inner = await measure(path);
      total.files += inner.files;
      total.bytes += inner.bytes;
    } else if (isFile) {
      const info = await Deno.stat(path).catch(() => null); // a file may go meanwhile
      total.files += 1;
      total.bytes += info?.size ?? 0;
    }
  }
  return total;
}
