import { dirname, join } from "node:path";
import { ROOT } from "../kit/root.ts";
import { recordFixtures } from "../store/record_fixtures.ts";
import { CONTRACTS_TABLE, contractsTable } from "./contracts_table.ts";

/** Writes all golden files and new event fixtures; removes golden files of domains that are gone. */
export async function writeGolden(): Promise<void> {
  // Commands are described from the contracts in this table.
  Deno.writeTextFileSync(CONTRACTS_TABLE, contractsTable());
  const { existingFiles, goldenFiles } = await import("./files.ts");
  const files = await goldenFiles();
  for (const path of existingFiles()) if (!files.has(path)) Deno.removeSync(join(ROOT, path));
  for (const [path, text] of files) {
    Deno.mkdirSync(join(ROOT, dirname(path)), { recursive: true });
    Deno.writeTextFileSync(join(ROOT, path), text);
  }
  recordFixtures();
}

if (import.meta.main) await writeGolden();
