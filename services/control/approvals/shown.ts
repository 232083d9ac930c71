import type { ApprovalDocument } from "../../../store/approvals/stream.ts";
import { InvalidError } from "../../ground/kernel/errors.ts";
import { counted } from "../../ground/kernel/words.ts";
import type { ApprovalDecisionInput } from "./decision_schema.ts";

/** Returns what is recorded of where a decision was shown. It is not part of what makes two decisions the same. */
export const shownOf = ({ shown }: ApprovalDecisionInput) => shown ?? { by: "other" as const };

/** Throws `InvalidError` if the files that were shown are not those of the checkpoint. */
export function requireItsFiles({ bundle }: ApprovalDocument, { shown }: ApprovalDecisionInput): void {
  const of = shown?.files?.of;
  if (of === undefined || of === bundle?.files) return;
  const its = bundle ? counted(bundle.files, "file") : "no patch";
  throw new InvalidError(`shown.files.of is ${of}, but this checkpoint has ${its}. Review it again.`);
}
