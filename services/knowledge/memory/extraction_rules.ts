import type { CandidateProposal } from "../../../store/memory/candidate_stream.ts";
import type { SignalRow } from "../../../store/memory/signals_view.ts";
import { statementsOf, wordsOf } from "../../../store/memory/statements.ts";
import { shortened } from "../../ground/kernel/words.ts";

/** What a rule derives from a signal; the caller knows its scope and frequency. */
export type DerivedMemory = Pick<CandidateProposal, "rule" | "type" | "content" | "confidence" | "reason">;

/** How often the same guidance has to be given before it looks like a habit. */
const REPEATED = 2;

const MAX_CONTENT = 2000;
const MIN_WORDS = 3;

/** Failures that say something about the project, not only about one request or moment. */
const TELLING_FAILURES = new Set([
  "verification_failed",
  "timeout",
  "dependency_failed",
  "apply_conflict",
  "invalid_input",
  "command_failed",
]);

const WARNS = /\b(?:never|don't|do not|avoid|must not|should not|careful|beware)\b/i;
const PREFERS = /\b(?:always|prefer|please|use|should|instead of|rather than)\b/i;
const EXPLAINS = /\b(?:first|then|before|after|run|steps?)\b/i;

/** A reviewer's note, unless it only agrees. */
export function readNote({ content, detail }: SignalRow): DerivedMemory | null {
  if (wordsOf(content).length < MIN_WORDS) return null;
  const statesFacts = statementsOf(content).length > 0;
  return {
    rule: "approval_note",
    type: typeOf(content, detail === "rejected" ? "warning" : "decision"),
    content: cut(content),
    confidence: (detail === "rejected" ? 0.7 : 0.6) + (statesFacts ? 0.2 : 0),
    reason: `A reviewer wrote it when the approval was ${detail}.`,
  };
}

/** A failure that may happen again. */
export function readFailure({ content, detail }: SignalRow, request: string): DerivedMemory | null {
  if (!TELLING_FAILURES.has(detail)) return null;
  return {
    rule: "run_failure",
    type: "warning",
    content: cut(`The run "${firstLine(request)}" failed (${detail}): ${content.trim()}`),
    confidence: 0.5,
    reason: `A run ended this way (${detail}).`,
  };
}

/** Guidance that `times` task sessions received in the same words. */
export function readGuidance({ content }: SignalRow, times: number): DerivedMemory | null {
  if (times < REPEATED || wordsOf(content).length < MIN_WORDS) return null;
  return {
    rule: "repeated_guidance",
    type: typeOf(content, "preference"),
    content: cut(content),
    confidence: Math.min(0.9, 0.5 + 0.1 * times),
    reason: `${times} task sessions received the same guidance.`,
  };
}

function typeOf(content: string, otherwise: string): string {
  if (WARNS.test(content)) return "warning";
  if (PREFERS.test(content)) return "preference";
  return EXPLAINS.test(content) && otherwise === "preference" ? "procedure" : otherwise;
}

const cut = (text: string): string => shortened(text.trim(), MAX_CONTENT);

const firstLine = (text: string): string => shortened(text.trim().split("\n", 1)[0]!, 120);
