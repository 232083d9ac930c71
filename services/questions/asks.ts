import type { ApprovalDocument } from "../../store/approvals/stream.ts";
import { patternFor } from "../policy/patterns.ts";
import type { PermissionRequest } from "../workers/worker.ts";
import type { RunPort } from "../commands/ports.ts";
import { placeOf } from "./border.ts";
import type { Crossed } from "./crossings.ts";

/** The parts of a question, as its checkpoint stores them: what is wanted, why it is asked, and what an answer could cover. */
export function asksOf(
  step: RunPort,
  { kind, command, directory, paths = [] }: PermissionRequest,
  { crossings, network, paths: guarded }: Crossed,
): NonNullable<ApprovalDocument["asks"]> {
  const pattern = command === undefined ? null : patternFor(command);
  const shown = guarded.length > 0 ? guarded : paths;
  return {
    kind,
    in: placeOf(step),
    ...(command !== undefined && { command }),
    ...(directory && { directory }),
    ...(shown.length > 0 && { paths: shown.slice(0, 500) }),
    crossings,
    network,
    ...(pattern !== null && { pattern }),
  };
}
