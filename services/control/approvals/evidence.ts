import type { Ctx } from "../../ground/kernel/context.ts";
import { NotFoundError } from "../../ground/kernel/errors.ts";
import { readStored } from "../../ground/material/read.ts";
import { requireApproval } from "./read_model.ts";
import type { EvidenceContent } from "./schemas.ts";

/** How much of a piece of evidence is shown, in bytes: more than is kept of an output, of which each byte may take three. */
const MAX_SHOWN_BYTES = 4 * 1024 * 1024;

/**
 * Returns one piece of an approval's evidence with its text and checks its hash. Throws `NotFoundError` for an unknown
 * id.
 */
export async function readEvidence(ctx: Ctx, id: string, evidenceId: string): Promise<EvidenceContent> {
  const item = requireApproval(ctx, id).evidence.find((each) => each.id === evidenceId);
  if (!item) throw new NotFoundError(`evidence of the approval ${id}`, evidenceId);
  const { kind, path, sha256, size, summary } = item;
  const bytes = await readStored(ctx, sha256);
  const isText = !bytes.includes(0);
  return {
    id: evidenceId,
    kind,
    path,
    sha256,
    size,
    summary,
    content: isText ? new TextDecoder().decode(bytes.subarray(0, MAX_SHOWN_BYTES)) : null,
    truncated: isText && bytes.length > MAX_SHOWN_BYTES,
  };
}
