import { join } from "node:path";
import { z } from "zod";
import { writeDurably } from "../../../../store/durable_file.ts";
import { type RestoreVerification, restoreVerificationSchema } from "./schemas.ts";

/** The latest verifications of this service, newest first. They are not in the log, which a verification does not change. */
const VERIFICATIONS_FILE = "verifications.json";

/** Reads what is known of earlier verifications; nothing if there is no such file, or it is not one. */
export function readVerifications(directory: string): RestoreVerification[] {
  try {
    const text = Deno.readTextFileSync(join(directory, VERIFICATIONS_FILE));
    return z.array(restoreVerificationSchema).parse(JSON.parse(text));
  } catch {
    return [];
  }
}

/** Replaces the file. */
export function writeVerifications(directory: string, verifications: readonly RestoreVerification[]): void {
  writeDurably(join(directory, VERIFICATIONS_FILE), `${JSON.stringify(verifications, null, 2)}\n`);
}
