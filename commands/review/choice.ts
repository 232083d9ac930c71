import type { Scope } from "../../client/question_scopes.ts";
import type { Approval, Decision } from "../service/types.ts";

/** Where an approved patch can go. */
export type WhereTo = NonNullable<Decision["delivery"]>;

/** What a person decided. Only an approval carries the three confirmations. */
export type Choice = {
  decision: "approve" | "reject" | "rework";
  note?: string;
  withOutput?: boolean;
  delivery?: WhereTo;
  /** How far the answer to a worker's question holds. */
  scope?: Scope;
};

/** Only what is written needs the three confirmations. */
export const needsConfirmations = (policyClass: Approval["policyClass"]): boolean =>
  policyClass === "repo-write" || policyClass === "external-write";
