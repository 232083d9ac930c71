import type { MessageIntent, RecordsQuestion } from "./intent.ts";

const QUESTIONS: readonly [RegExp, RecordsQuestion][] = [
  [/^(?:help\b|commands$|\?+$|what (?:can|do) you (?:do|understand|know)\b)/i, "help"],
  [
    /^(?:what|who|which|anything|something|is|are|do|does|show|list|tell|where)\b.*\b(?:needs?|for|waits? for|waiting (?:for|on)|blocked (?:on|by)|requires?) (?:me|us|my|our)\b/i,
    "needs_me",
  ],
  [/^(?:inbox\b|to-?dos?\b|what (?:should|must|do) i (?:do|have to do|need to do)\b)/i, "needs_me"],
  [
    /^(?:(?:list|show|see|get|what|which|any|are there|is there|open|pending|how many)\b.*\bapprovals?\b|approvals?\W*$)/i,
    "approvals",
  ],
  [/^what (?:is there to|can i|should i) approve\b/i, "approvals"],
  [
    /^(?:what|who|which|anything|is anything|are there any)\b.{0,40}\b(?:waiting|pending|blocked|stuck)\b[\s?.!]{0,9}$/i,
    "needs_me",
  ],
  [
    /^(?:why\b|explain\b|diagnose\b|how come\b|what (?:went wrong|happened|failed|broke)\b|what(?:'s|’s| is| was) (?:wrong|the (?:reason|error|problem|failure))\b)/i,
    "explain",
  ],
  [
    /^(?:(?:show|list|see)(?: me)? (?:the )?(?:plan|tasks|steps)\b|(?:the )?plan\W*$|what(?:'s|’s| is| are) (?:the |your )?(?:plan|tasks|steps)\b)/i,
    "plan",
  ],
  [
    /^(?:(?:show|list|see|give)(?: me)? )?(?:the )?(?:diff|patch|changes|changed files)\W*$|^what (?:has |was |did it |would )?change[ds]?\W*$/i,
    "changes",
  ],
  [
    /^(?:(?:list|show|see)(?: me)? |which |what )?(?:(?:the|all|my) )?runs\b(?: (?:are there|exist))?\W*$/i,
    "runs",
  ],
  [
    /^(?:(?:list|show|see)(?: me)? |which |what )?(?:(?:the|all) )?(?:models|providers)\b(?: (?:are )?(?:there|ready|available|usable)| can i use)?\W*$/i,
    "models",
  ],
  [
    /^(?:(?:show|give|tell)?(?: me)?(?: the| a)? ?(?:report\W*$|status|progress|state)\b|how(?:'s|’s| is) (?:it|the run|the work|that) (?:going|doing|coming)|how far\b|where (?:are we|is it)\b|what(?:'s|’s| is) (?:going on|happening|running|up|the (?:status|state|progress))\b|is it (?:done|finished|running)\b)/i,
    "status",
  ],
];

/** Returns the question that the first line of a message asks, or null. */
export function questionIn(text: string): MessageIntent | null {
  const line = text.slice(0, 300).split("\n", 1)[0]!;
  const found = QUESTIONS.find(([form]) => form.test(line));
  return found ? { kind: found[1] } : null;
}
