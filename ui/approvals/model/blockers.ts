import { partProblem } from "../../../client/accepted_hunks.ts";
import type { Approval } from "./types.ts";

/** The confirmations of a reviewer. */
export type Confirmations = { evidence: boolean; hashes: boolean; policyClass: boolean };

/** The initial state: every decision needs its own confirmations. */
export const NOTHING_CONFIRMED: Confirmations = { evidence: false, hashes: false, policyClass: false };

/** The statement of each confirmation, in the order of their keys. */
export const CONFIRMATIONS: readonly { name: keyof Confirmations; statement: string }[] = [
  { name: "evidence", statement: "I reviewed the evidence" },
  { name: "hashes", statement: "I reviewed the hashes" },
  { name: "policyClass", statement: "I reviewed the policy class" },
];

/** The state that decides whether a checkpoint may be approved now. */
export type ApprovalState = {
  approval: Pick<Approval, "status" | "policyClass" | "decision">;
  confirmed: Confirmations;
  /** Whether the evidence is shown and matches the hashes of the checkpoint; otherwise why not. */
  evidence: { shown: true } | { shown: false; why: string };
  /** The number of accepted hunks; null for the whole bundle. */
  accepted: number | null;
  /** Whether a decision is being sent. */
  deciding: boolean;
};

const NAMES: Record<keyof Confirmations, string> = {
  evidence: "that you reviewed the evidence",
  hashes: "that you compared the hashes",
  policyClass: "that you read the policy class",
};

/** Reports whether a class needs the three confirmations: those that write do. The service requires them too. */
export const needsConfirmations = (policyClass: Approval["policyClass"]): boolean =>
  policyClass === "repo-write" || policyClass === "external-write";

/** Returns the reasons why the checkpoint cannot be approved now, as sentences; empty if it can. */
export function approvalBlockers(
  { approval, confirmed, evidence, accepted, deciding }: ApprovalState,
): string[] {
  const closed = closedBecause(approval);
  if (closed) return [closed];
  if (deciding) return ["Your decision is being sent."];
  const missing = (Object.keys(NAMES) as (keyof Confirmations)[]).filter((name) => !confirmed[name]);
  const part = accepted === null ? null : partProblem(accepted);
  return [
    ...(evidence.shown ? [] : [evidence.why]),
    ...(part === null ? [] : [part]),
    ...(needsConfirmations(approval.policyClass) && missing.length > 0
      ? [`Confirm ${listed(missing.map((name) => NAMES[name]))}.`]
      : []),
  ];
}

/** Returns why no decision is possible any more; null while the checkpoint waits. */
export function closedBecause({ status, decision }: Pick<Approval, "status" | "decision">): string | null {
  switch (status) {
    case "pending":
      return null;
    case "superseded":
      return decision
        ? "Some changes were accepted. Their result is a new checkpoint."
        : "A newer checkpoint replaced it.";
    case "expired":
      return "It expired.";
    case "cancelled":
      return "It was cancelled with its run.";
    default:
      return `It was ${status}${decision?.actorType === "coordinator" ? " by the coordinator" : ""}.`;
  }
}

const listed = (parts: readonly string[]): string =>
  parts.length < 2 ? parts.join("") : `${parts.slice(0, -1).join(", ")} and ${parts.at(-1)}`;
