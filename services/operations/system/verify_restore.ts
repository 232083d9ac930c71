import { isAbsolute } from "node:path";
import type { Ctx } from "../../ground/kernel/context.ts";
import { InvalidError } from "../../ground/kernel/errors.ts";
import type { Made } from "../../ground/kernel/made.ts";
import type { RestoreRequest } from "./verification/verifier_process.ts";
import type {
  RestoreVerification,
  RestoreVerificationInput,
  RestoreVerificationReport,
} from "./verification/schemas.ts";
import type { VerificationsLive } from "./verification/work.ts";

/** Checks a candidate directory, or the service's own, without changing it: on a copy, in a separate process. */
export function verifyRestore(
  ctx: Ctx<VerificationsLive>,
  input: RestoreVerificationInput,
): Promise<RestoreVerificationReport> {
  return ctx.verifications.verify(ctx, requestOf(ctx, input));
}

/** Starts the same in the background, or returns the one that is running for the same candidate. */
export function beginVerification(
  ctx: Ctx<VerificationsLive>,
  input: RestoreVerificationInput,
): Made<RestoreVerification> {
  return ctx.verifications.begin(ctx, requestOf(ctx, input));
}

function requestOf(
  { config }: Ctx,
  { directory: named, expectedHead }: RestoreVerificationInput,
): RestoreRequest {
  const { storageDirectory, masterKey } = config;
  const directory = named === undefined ? storageDirectory : candidate(named);
  return { directory, live: directory === storageDirectory, masterKey, expectedHead };
}

function candidate(directory: string): string {
  if (!isAbsolute(directory)) {
    throw new InvalidError(`directory is "${directory}". It must be an absolute path.`);
  }
  try {
    if (Deno.statSync(directory).isDirectory) return Deno.realPathSync(directory);
  } catch (cause) {
    throw new InvalidError(`directory is "${directory}", which does not exist.`, { cause });
  }
  throw new InvalidError(`directory is "${directory}", which is a file.`);
}
