import type { PatchEvidence } from "../../../../client/patch.ts";
import { fillPath, type Transport } from "../../../../client/client.ts";
import { PatchMismatch, readPatch } from "../../model/patch.ts";
import type { HashCheck, PatchState } from "../../model/patch_state.ts";
import type { ManualChanges } from "../../model/people.ts";
import type { Approval } from "../../model/types.ts";
import { messageOf } from "../../../../store/shared/message_of.ts";

/** The maximum size of a patch that the browser loads, because it keeps several copies of it. */
const MAX_PATCH_BYTES = 64 * 1024 * 1024;

/** Returns an artifact of a run in full. Throws the service's sentence. */
export async function readArtifactFile(
  send: Transport,
  runId: string,
  path: string,
): Promise<Uint8Array<ArrayBuffer>> {
  const url = `${fillPath("/runs/:id/artifact-file", { id: runId })}?${new URLSearchParams({ path })}`;
  const response = await send(url, { method: "GET" });
  if (!response.ok) throw new Error((await response.json()).error);
  return new Uint8Array(await response.arrayBuffer());
}

/** Returns the manual changes. Throws if they cannot be read. */
export const readPeople = async (send: Transport, runId: string, path: string): Promise<ManualChanges> =>
  JSON.parse(new TextDecoder().decode(await readArtifactFile(send, runId, path))) as ManualChanges;

/** Reads the patch of a checkpoint, and compares the patch and the list of evidence with their hashes. */
export async function loadPatch(
  send: Transport,
  approval: Approval,
  bundle: PatchEvidence,
): Promise<PatchState> {
  if (bundle.size > MAX_PATCH_BYTES) {
    const megabytes = Math.round(bundle.size / 1024 / 1024);
    return failed(`The patch is ${megabytes} MiB, which is too large for this page. Review it with the CLI.`);
  }
  try {
    const bytes = await readArtifactFile(send, approval.runId, bundle.path);
    const patch = compare(await sha256(bytes), bundle.patchSha256);
    if (patch === "differs") {
      return failed("The patch does not match this checkpoint: its hash is different.");
    }
    const digest = compare(await sha256(digestText(approval)), approval.evidenceDigest);
    if (digest === "differs") {
      return failed("The list of evidence does not match its digest.");
    }
    return { status: "shown", diffs: readPatch(bytes, bundle.files), patch, digest };
  } catch (error) {
    const why = error instanceof PatchMismatch
      ? error.message
      : `The patch could not be read. ${messageOf(error)}`;
    return failed(why);
  }
}

const failed = (why: string): PatchState => ({ status: "failed", why });

/** Returns the text that the service hashes: kind, path and hash of each piece, sorted. */
function digestText({ evidence }: Approval): Uint8Array<ArrayBuffer> {
  const rows = evidence.map((item) => [item.kind, item.path, item.sha256]).sort();
  return new TextEncoder().encode(JSON.stringify(rows));
}

const compare = (found: string | null, expected: string): HashCheck =>
  found === null ? "unchecked" : found === expected ? "matches" : "differs";

/** Returns a hash; null on a page that was not loaded from this machine or over HTTPS, where browsers do not hash. */
async function sha256(bytes: Uint8Array<ArrayBuffer>): Promise<string | null> {
  const subtle: SubtleCrypto | undefined = crypto.subtle;
  if (!subtle) return null;
  const hash = new Uint8Array(await subtle.digest("SHA-256", bytes));
  return Array.from(hash, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
