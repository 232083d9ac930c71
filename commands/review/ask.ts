import { otherSubject } from "../../client/approval_subject.ts";
import { type SeenFiles, unseenWarning } from "../../client/seen.ts";
import { scopesOf } from "../../client/question_scopes.ts";
import { needsReview } from "../../store/shared/review_flags.ts";
import { type Choice, readAuthor, type WhereTo } from "./choice.ts";
import { deliveryWords, scopeWords } from "./choice_words.ts";
import type { Beforehand } from "./flags.ts";
import { UsageError } from "../exit_codes.ts";
import type { Output } from "../terminal/output.ts";
import { paint } from "../terminal/paint.ts";
import type { Terminal } from "../terminal/terminal.ts";
import type { QueuedApproval } from "../service/types.ts";

/** A person's action on an approval: decide, leave, or go to another one in the queue. */
export type ReviewAction = Choice | { decision: "quit" | "next" | "previous" };

/** Returns whether a person has decided, rather than left or moved on. */
export const isChoice = (answer: ReviewAction): answer is Choice =>
  !["quit", "next", "previous"].includes(answer.decision);

/** The approval to decide. `place` is its position in the queue, or null. */
type ReviewedApproval = {
  approval: QueuedApproval;
  deliveries: readonly WhereTo[];
  /** Whether git's configuration of the repository names who makes a commit. */
  hasAuthor: boolean;
  /** What flags have said of the decision; it is not asked for again. */
  beforehand: Beforehand;
  place: string | null;
  /** How many of its files were seen; null if it has none. */
  seen: SeenFiles | null;
};

/**
 * Asks for the decision with single keys: 1, 2 and 3 confirm, `a` approves. Approving is refused until all three are confirmed.
 * Without confirmations, one key approves.
 */
export async function askDecision(
  terminal: Terminal,
  output: Output,
  question: ReviewedApproval,
): Promise<ReviewAction> {
  const { approval, deliveries, hasAuthor, beforehand, place, seen } = question;
  let warning = seen && unseenWarning(seen);
  const needed = needsReview(approval.policyClass);
  const reworkable = approval.policyClass === "repo-write" && !otherSubject(approval);
  const statements = [
    "I have read the diff and the verifier output",
    "the hashes are the ones I mean to approve",
    `the class ${approval.policyClass} with risk ${approval.risk} is right`,
  ];
  const confirmed = new Set<number>();
  const { delivery: wanted, note: remark } = beforehand;
  if (wanted !== undefined && !deliveries.includes(wanted)) {
    throw new UsageError(
      `This approval cannot be delivered to ${deliveryWords(wanted)}. Leave --delivery ${wanted} out.`,
    );
  }
  let delivery = wanted ?? deliveries[0] ?? "tree";
  const scopes = scopesOf(approval.asks);
  let [scope = "once"] = scopes;
  const offered = () =>
    [
      "a approve",
      ...(scopes.length > 1 ? [`s allow ${scopeWords(scope, approval.asks?.pattern)}`] : []),
      ...(deliveries.length > 1 ? [`d deliver to ${deliveryWords(delivery)}`] : []),
      ...(reworkable ? ["r rework"] : []),
      "x reject",
      ...(place === null ? [] : ["n next", "p previous"]),
      "q quit",
    ].join(" · ");
  let follows = false;
  output.talk(place === null ? "" : paint.bold(`\n${place}`));
  for (;;) {
    if (needed) {
      for (const [i, statement] of statements.entries()) {
        output.talk(`  ${confirmed.has(i) ? paint.green("✓") : "·"} ${i + 1} ${statement}`);
      }
    }
    const key = await terminal.key(`${offered()} `, { follows });
    follows = true;
    if (key === null || key === "q") return { decision: "quit" };
    if (needed && "123".includes(key)) {
      const which = Number(key) - 1;
      if (!confirmed.delete(which)) confirmed.add(which);
    } else if (key === "a") {
      if (warning && (!needed || confirmed.size === statements.length)) {
        output.talk(paint.yellow(`${warning} Press a again to approve it anyway.`));
        [warning, follows] = [null, false];
        continue;
      }
      if (!needed || confirmed.size === statements.length) {
        const isNamed = delivery === "tree" || hasAuthor || beforehand.author !== undefined;
        const author = isNamed ? beforehand.author : await askForAuthor(terminal, output);
        return {
          decision: "approve",
          ...(deliveries.length > 1 && { delivery }),
          ...(author && delivery !== "tree" && { author }),
          ...(remark && { note: remark }),
          ...(scopes.length > 1 && { scope }),
        };
      }
      output.talk(paint.yellow("Confirm 1, 2 and 3 first."));
    } else if (key === "d" && deliveries.length > 1) {
      delivery = deliveries[(deliveries.indexOf(delivery) + 1) % deliveries.length]!;
    } else if (key === "s" && scopes.length > 1) {
      scope = scopes[(scopes.indexOf(scope) + 1) % scopes.length]!;
    } else if (key === "x" || (key === "r" && reworkable)) {
      const note = remark ?? (await terminal.ask("Note (Enter for none): ", { follows }))?.trim();
      return { decision: key === "x" ? "reject" : "rework", ...(note && { note }) };
    } else if (place !== null && key === "n") return { decision: "next" };
    else if (place !== null && key === "p") return { decision: "previous" };
    else output.talk(`Unknown key "${key}".`);
  }
}

/** Asks until a name and an address, or nothing, was typed. */
async function askForAuthor(terminal: Terminal, output: Output): Promise<Choice["author"]> {
  for (;;) {
    const typed = (await terminal.ask(
      "Git's configuration names nobody. Who makes the commit? Such as Ann <ann@example.org> (Enter for agent-harness): ",
      { follows: true },
    ))?.trim();
    if (!typed) return undefined;
    const author = readAuthor(typed);
    if (author) return author;
    output.talk(paint.yellow(`"${typed}" is not a name and an address.`));
  }
}
