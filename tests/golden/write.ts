import { dirname, join } from "node:path";
import { ROOT } from "../checks/sources.ts";
import { recordFixtures } from "../store/record_fixtures.ts";
import { commandFiles } from "./command_files.ts";
import { CONTRACTS_TABLE, contractsTable } from "./contracts_table.ts";

/** Writes all golden files and new event fixtures; removes golden files of domains that are gone. */
export async function writeGolden(): Promise<void> {
  Deno.writeTextFileSync(CONTRACTS_TABLE, contractsTable());
  // The help comes from the command line itself, which reads these.
  write(commandFiles());
  const { existingFiles, goldenFiles } = await import("./files.ts");
  const files = await goldenFiles();
  for (const path of existingFiles()) if (!files.has(path)) Deno.removeSync(join(ROOT, path));
  write(files);
  recordFixtures();
}

function write(files: ReadonlyMap<string, string>): void {
  for (const [path, text] of files) {
    Deno.mkdirSync(join(ROOT, dirname(path)), { recursive: true });
    Deno.writeTextFileSync(join(ROOT, path), text);
  }
}

if (import.meta.main) await writeGolden();
