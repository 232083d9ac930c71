import { INTERFACE, keyOf } from "../checks/interface.ts";
import { ENDPOINTS } from "../routes/endpoints.ts";
import { recordFixtures } from "../store/record_fixtures.ts";
import { CONTRACTS_TABLE, contractsTable } from "./contracts_table.ts";
import { writeHelp } from "./help.ts";
import { DOCUMENTS, goldenFile, printed } from "./documents.ts";

/** Writes the golden documents and help, the command line's table of contracts, the list of what
 * the interface has and is not built, and new event fixtures. */
export async function writeGolden(): Promise<void> {
  for (const [name, make] of Object.entries(DOCUMENTS)) {
    Deno.writeTextFileSync(goldenFile(name), printed(make()));
  }
  Deno.writeTextFileSync(CONTRACTS_TABLE, contractsTable());
  const declared = new Set(ENDPOINTS.map(({ key }) => key));
  const notBuilt = INTERFACE.map(keyOf).filter((key) => !declared.has(key));
  Deno.writeTextFileSync(new URL("../checks/not_built.json", import.meta.url), printed(notBuilt));
  recordFixtures();
  await writeHelp();
}

if (import.meta.main) await writeGolden();
