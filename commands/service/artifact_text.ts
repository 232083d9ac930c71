import { EXIT, ExitError } from "../exit_codes.ts";
import type { ServiceClient } from "./connection.ts";

/** Far more parts than a text has that a person or an agent reads. */
const MAX_PARTS = 128;

/**
 * Returns the whole text of an artifact of a run, of 32 MiB at most; an empty one if it is binary. Throws if it does not have
 * the hash by which the evidence of an approval names it, where one is given.
 */
export async function artifactText(
  { call }: ServiceClient,
  runId: string,
  path: string,
  expected?: string,
): Promise<{ text: string; isWhole: boolean }> {
  let text = "";
  let offset: number | null = 0;
  for (let part = 0; part < MAX_PARTS && offset !== null; part++) {
    const given: { content: string | null; next: number | null; sha256: string } = await call(
      "GET /runs/:id/artifact",
      { params: { id: runId }, query: { path, offset } },
    );
    if (expected !== undefined && given.sha256 !== expected) {
      throw new ExitError(
        EXIT.failed,
        `${path} does not belong to this approval: its SHA-256 is ${given.sha256}, not ${expected}. Nothing was decided.`,
      );
    }
    text += given.content ?? "";
    offset = given.next;
  }
  return { text, isWhole: offset === null };
}
