import type { RecordedHead } from "../../../../store/head_file.ts";
import { type CandidateCheck, verifyCopy } from "../../../../store/verify_copy.ts";
import type { Watch } from "../../../../store/verify_threads.ts";
import { verifyConfiguration } from "./verify_configuration.ts";
import { type LogExtent, verifyExpectedHead } from "./verify_head.ts";
import { verifyRepositories } from "./verify_repositories.ts";
import { verifySecrets } from "./verify_secrets.ts";

/** What a candidate is compared with. */
export type Against = {
  recorded: RecordedHead | "damaged" | null;
  /** The master key of the environment, as text; without it the candidate's own key file is used. */
  masterKey?: string | null;
  expectedHead?: LogExtent | undefined;
};

/**
 * Runs all checks of `verifyCopy` and of the configuration and, if the database can be read, those of the expected
 * head, the secrets and the private repositories.
 */
export async function verifyAll(
  databaseFile: string,
  directory: string,
  { recorded, masterKey = null, expectedHead }: Against,
  watch: Watch = {},
): Promise<CandidateCheck[]> {
  const checks = await verifyCopy(databaseFile, directory, recorded, watch);
  const readable = checks.every(({ name, ok }) => ok || !["integrity", "schema"].includes(name));
  return [
    ...checks,
    ...(readable && expectedHead ? [verifyExpectedHead(databaseFile, expectedHead)] : []),
    ...(readable ? [verifySecrets(databaseFile, directory, masterKey)] : []),
    await verifyConfiguration(directory),
    ...(readable ? [await verifyRepositories(databaseFile, directory)] : []),
  ];
}
