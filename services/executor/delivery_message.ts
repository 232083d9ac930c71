import type { ApprovalDocument } from "../../store/approvals/stream.ts";
import type { RunDocument } from "../../store/runs/document.ts";

const MAX_TITLE = 72;
const MAX_BODY = 4000;

/** Returns the message of the commit that delivers a run: what was asked for, and a trailer that says how it was decided. */
export function deliveryMessage(
  run: RunDocument,
  request: string,
  { id, decision }: ApprovalDocument,
): string {
  const plain = request.replace(/[^\P{Cc}\n]/gu, " ").trim();
  const [first = "", ...rest] = plain.split("\n");
  const title = first.length > MAX_TITLE ? `${first.slice(0, MAX_TITLE - 1).trimEnd()}…` : first;
  const body = (first.length > MAX_TITLE ? plain : rest.join("\n").trim()).slice(0, MAX_BODY).trim();
  const { outcome, command } = run.evaluation!;
  const verifier = command ? `${outcome}: ${command.replace(/\s+/g, " ").slice(0, 500)}` : "none";
  return [
    title,
    "",
    ...(body === "" ? [] : [body, ""]),
    `Agent-Harness-Run: ${run.id}`,
    `Agent-Harness-Patch: sha256:${run.bundle!.patchSha256}`,
    `Agent-Harness-Verifier: ${verifier}`,
    `Agent-Harness-Reviewer: ${decision!.actorType}, ${id}, ${decision!.at}`,
    "",
  ].join("\n");
}

/** Returns the name of the branch that a run is delivered as: no other run has it. */
export function deliveryBranch({ id, evaluation }: RunDocument, request: string): string {
  const words = request.toLowerCase().normalize("NFKD").replace(/[^a-z0-9]+/g, "-").slice(0, 40);
  const name = words.replace(/^-+|-+$/g, "") || "work";
  return `agent-harness/${name}-${id.slice(-8)}-${evaluation!.round}`;
}
