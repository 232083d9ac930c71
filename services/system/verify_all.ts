import type { RecordedHead } from "../../store/head_file.ts";
import { type Check, verifyCopy } from "../../store/verify_copy.ts";
import { verifyRepositories } from "./verify_repositories.ts";

/** Does all checks of `verifyCopy`, and where the database can be read that of the private repositories. */
export async function verifyAll(
  databaseFile: string,
  directory: string,
  recorded: RecordedHead | "damaged" | null,
): Promise<Check[]> {
  const checks = await verifyCopy(databaseFile, directory, recorded);
  const readable = checks.every(({ name, ok }) => ok || !["integrity", "schema"].includes(name));
  return readable ? [...checks, await verifyRepositories(databaseFile, directory)] : checks;
}
