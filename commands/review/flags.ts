import { missingFlags, type Reviewed, type ReviewFlag } from "../../store/shared/review_flags.ts";
import { UsageError } from "../exit_codes.ts";
import type { Terminal } from "../terminal/terminal.ts";
import { type Choice, readAuthor } from "./choice.ts";
import { DELIVERIES } from "../../store/shared/enumerations.ts";

/** The flags of `review` that replace a person's answers. */
export type DecisionFlags = Partial<Reviewed> & {
  yes?: boolean;
  reject?: boolean;
  rework?: boolean;
  withOutput?: boolean;
  note?: string;
  hunk?: string[];
  delivery?: string;
  author?: string;
  response?: string;
};

const REVIEWED: Readonly<Record<ReviewFlag, string>> = {
  reviewedEvidence: "--reviewed-evidence",
  reviewedHashes: "--reviewed-hashes",
  reviewedPolicyClass: "--reviewed-policy-class",
};

/** The explanation of how to decide without a terminal. */
export const WITHOUT_TERMINAL = `Without a terminal, every confirmation is a flag:
  agent-harness review <approval> --yes ${Object.values(REVIEWED).join(" ")}
  agent-harness review <approval> --yes --reject|--rework --note "why"`;

/** The parts of a decision that flags give beforehand; the person is asked for the rest. */
export type Beforehand = Pick<Choice, "delivery" | "author" | "note">;

/**
 * Returns the decision that the flags make, or what they say of one that a person is asked for. At a terminal, a rejection with its
 * note is whole without `--yes`. Throws `UsageError` for an incomplete one.
 */
export function choiceOf(
  flags: DecisionFlags,
  terminal: Pick<Terminal, "interactive">,
): { choice: Choice } | { beforehand: Beforehand } {
  const { yes, reject, rework, withOutput, note, hunk } = flags;
  const refusing = reject || rework;
  const delivery = DELIVERIES.find((each) => each === flags.delivery);
  if (flags.delivery !== undefined && (!delivery || refusing)) {
    throw new UsageError(`--delivery needs an approval, and must be one of ${DELIVERIES.join(", ")}.`);
  }
  const author = flags.author === undefined ? undefined : readAuthor(flags.author);
  if (author === null) {
    throw new UsageError(
      `--author "${flags.author}" is not a name and an address, such as "Ann <ann@example.org>".`,
    );
  }
  if (author && (!delivery || delivery === "tree")) {
    throw new UsageError("--author needs --delivery branch or format-patch.");
  }
  if (withOutput && !rework) throw new UsageError("--with-output needs --rework.");
  if (refusing && hunk) throw new UsageError("--hunk cannot be combined with --reject or --rework.");
  if (flags.response !== undefined && (refusing || !yes)) {
    throw new UsageError("--response needs an approval with --yes.");
  }
  const said: Beforehand = {
    ...(note && { note }),
    ...(delivery && { delivery }),
    ...(author && { author }),
  };
  if (refusing && (yes || terminal.interactive)) {
    if (!note && !withOutput) throw new UsageError("--reject and --rework need --note with a reason.");
    return {
      choice: { decision: rework ? "rework" : "reject", ...said, ...(withOutput && { withOutput }) },
    };
  }
  if (!yes) return { beforehand: said };
  const missing = missingFlags(flags);
  if (missing.length > 0) {
    throw new UsageError(
      `Approving with --yes needs all confirmations. Missing: ${
        missing.map((name) => REVIEWED[name]).join(", ")
      }.`,
    );
  }
  return {
    choice: {
      decision: "approve",
      ...said,
      ...(flags.response !== undefined && { response: responseOf(flags.response) }),
    },
  };
}

function responseOf(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === "object" && value !== null && !Array.isArray(value)) return { ...value };
  } catch {
    // The same sentence says what is expected.
  }
  throw new UsageError(`--response is not a JSON object, such as '{"why": "it is tested"}'.`);
}
