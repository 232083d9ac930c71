import { join } from "node:path";
import { verifyConfiguration } from "../../../../services/operations/system/verification/verify_configuration.ts";
import { verifySecrets } from "../../../../services/operations/system/verification/verify_secrets.ts";
import { copyDatabase } from "../../../../store/copy.ts";
import { readHeadFile } from "../../../../store/head_file.ts";
import { DATABASE_FILE } from "../../../../store/open.ts";
import { type CandidateCheck, verifyCopy } from "../../../../store/verify_copy.ts";
import { type Faults, withoutNames } from "./faults.ts";
import type { Operator } from "./operator.ts";

/** Lets a service verify its whole storage. */
export async function verify(service: Operator, faults: Faults): Promise<void> {
  const { checks } = await service.operator("POST /control-plane/restore-verification", { body: {} });
  lookAtChecks(checks, faults);
}

/**
 * Verifies a storage that is open in this process, which takes a fifth of the time. Its private repositories may be damaged
 * until a start repairs them.
 */
export async function verifyHere(storage: string, faults: Faults): Promise<void> {
  const scratch = Deno.makeTempDirSync({ prefix: "agent-harness-test-" });
  try {
    const copy = join(scratch, DATABASE_FILE);
    const recorded = readHeadFile(storage);
    await copyDatabase(join(storage, DATABASE_FILE), copy, true);
    lookAtChecks(await verifyCopy(copy, storage, recorded), faults);
    lookAtChecks([verifySecrets(copy, storage, null), await verifyConfiguration(storage)], faults);
  } finally {
    Deno.removeSync(scratch, { recursive: true });
  }
}

function lookAtChecks(checks: readonly CandidateCheck[], faults: Faults): void {
  for (const { name, ok, detail } of checks) {
    faults.look(ok, `verification of ${name} fails: ${withoutNames(detail)}`, detail);
  }
}
