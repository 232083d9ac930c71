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
  /** Who makes the commit of a delivery, where git's configuration of the repository should not decide that. */
  author?: NonNullable<Decision["author"]>;
  /** The scope of the answer to a worker's question. */
  scope?: AnswerScope;
  /** The values for the form of a workflow's approval. */
  response?: Record<string, unknown>;
  /** The only hunks to accept; all if absent. */
  hunks?: readonly string[];
};

/** Reads the author of a commit as git writes one, such as `Ann <ann@example.org>`; null if it is none. */
export function readAuthor(text: string): NonNullable<Choice["author"]> | null {
  const [, name, email] = /^\s*([^<>]*[^<>\s])\s*<([^<>\s]+)>\s*$/.exec(text) ?? [];
  return name && email ? { name, email } : null;
}

/** What of an approval was on this terminal; absent if it was decided by flags. */
export type ShownHere = NonNullable<Decision["shown"]>;
