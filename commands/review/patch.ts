import { createHash } from "node:crypto";
import { ApiError, fillPath } from "../../client/client.ts";
import { EXIT, ExitError } from "../exit_codes.ts";
import type { ServiceClient } from "../service/connection.ts";
import type { QueuedApproval, QueuedPatch } from "../service/types.ts";

/** Returns the patch's bytes. Throws if they do not match the approval's hash. */
export async function readPatch(
  { send }: ServiceClient,
  approval: QueuedApproval,
  bundle: QueuedPatch,
): Promise<Uint8Array> {
  const path = fillPath("/runs/:id/artifact-file", { id: approval.runId });
  const response = await send(`${path}?${new URLSearchParams({ path: bundle.path })}`, {});
  if (!response.ok) throw new ApiError(response.status, (await response.json()).error);
  const bytes = await response.bytes();
  const found = createHash("sha256").update(bytes).digest("hex");
  if (found !== bundle.patchSha256) {
    throw new ExitError(
      EXIT.failed,
      `The patch does not belong to this approval: its SHA-256 is ${found}, not ${bundle.patchSha256}. Nothing was decided.`,
    );
  }
  return bytes;
}
