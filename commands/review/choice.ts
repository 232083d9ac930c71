import type { AnswerScope } from "../../client/question_scopes.ts";
import type { Decision } from "../service/types.ts";

/** The destinations of an approved patch. */
export type WhereTo = NonNullable<Decision["delivery"]>;

/** A person's decision. Only an approval has the three confirmations. */
export type Choice = {
  decision: "approve" | "reject" | "rework";
  note?: string;
  withOutput?: boolean;
  delivery?: WhereTo;
  /** The scope of the answer to a worker's question. */
  scope?: AnswerScope;
  /** The values for the form of a workflow's approval. */
  response?: Record<string, unknown>;
  /** The only hunks to accept; all if absent. */
  hunks?: readonly string[];
};

/** What of an approval was on this terminal; absent if it was decided by flags. */
export type ShownHere = NonNullable<Decision["shown"]>;
