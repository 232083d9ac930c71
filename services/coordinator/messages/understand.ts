import { parseRecipe } from "../../workers/builtin/parse.ts";
import { decisionIn } from "./decisions.ts";
import type { Intent, Question } from "./intent.ts";

/** Polite openings, which do not change the meaning. */
const POLITE =
  /^(?:(?:hey|hi|hello|please|pls|coordinator|(?:can|could|would|will) you(?: please)?)\b[,:!]?\s*)+/i;

const TARGET = String.raw`(?:task_\w+|rework_\d+)`;

type Reader = (text: string) => Intent | null;

/**
 * Returns what a message requests, from its words alone. Anything that is not plain is `unclear`. No message can
 * approve anything: `approve` is recognized only so that it can be answered.
 */
export function understand(content: string): Intent {
  const text = content.trim();
  const bare = text.replace(POLITE, "");
  // "can you pause it?" is a request; "pause?" is a question.
  const statement = bare !== text ? bare.replace(/\?+$/, "") : bare;
  for (const read of READERS) {
    const intent = read(read === startIn ? bare : statement);
    if (intent) return intent;
  }
  return { kind: "unclear" };
}

/** The order matters: requests for work are exact, decisions come next, questions are the loosest. */
const READERS: readonly Reader[] = [
  startIn,
  rememberIn,
  guidanceIn,
  moveIn,
  cardIn,
  questionIn,
  decisionIn,
];

/** A recipe, or anything after `run:` or `start:`; `in <directory>:` may precede it. */
function startIn(text: string): Intent | null {
  const place = /^in\s+((?:\/|~)\S*?|"[^"]+")\s*:\s*(.+)$/is.exec(text);
  const repoPath = place ? place[1]!.replaceAll('"', "") : null;
  const rest = place ? place[2]! : text;
  const explicit = /^(?:run|start|start work|new run|do)\s*:\s*(.+)$/is.exec(rest);
  if (explicit) return { kind: "start", request: explicit[1]!.trim(), repoPath, explicit: true };
  // "run it" is how people approve something, not a command.
  if (/^run\s+(?:it|this|that|them)(?:\s|\W*$)/i.test(rest)) return null;
  if ("misunderstood" in parseRecipe(rest)) return null;
  return { kind: "start", request: rest, repoPath, explicit: false };
}

function rememberIn(text: string): Intent | null {
  const found =
    /^(?:remember|memori[sz]e|keep in mind|note for later)\b(\s+for (?:this |the )?(?:project|repository|repo))?(?:\s+(?:this|that))?\s*[:,]?\s*(.+)$/is
      .exec(text);
  if (!found) return null;
  return { kind: "remember", content: found[2]!.trim(), scope: found[1] ? "project" : "conversation" };
}

const GUIDANCE: readonly RegExp[] = [
  new RegExp(
    String
      .raw`^(?:guide|guidance|steer)\b(?:\s+(?:for\s+|to\s+)?(?:the\s+)?(?:task\s+)?(${TARGET}|task|worker|run))?\s*:\s*(.+)$`,
    "is",
  ),
  new RegExp(
    String
      .raw`^(?:tell|ask|instruct)\s+(?:the\s+)?(?:task\s+)?(${TARGET}|task|worker)\s*(?::|,|\bto\b)\s*(.+)$`,
    "is",
  ),
  new RegExp(String.raw`^(?:for\s+)?(${TARGET})\s*:\s*(.+)$`, "is"),
];

function guidanceIn(text: string): Intent | null {
  for (const form of GUIDANCE) {
    const found = form.exec(text);
    if (!found) continue;
    const named = found[1]?.toLowerCase();
    const target = named === undefined || /^(?:task|worker|run)$/.test(named) ? null : named;
    return { kind: "guide", target, content: found[2]!.trim() };
  }
  return null;
}

const OBJECT = String
  .raw`(?:\s+(?:the\s+|this\s+|that\s+)?(?:run|it|this|that|work|job))?(?:\s+run_\w+)?`;
const ENDING = String.raw`\s*(?:[.!]*|(?:\s*[:,–—-]|\s+because|\s+since)\s*(.+))$`;

const MOVES: readonly [RegExp, (reason: string | undefined) => Intent][] = [
  [
    new RegExp(`^(?:pause|suspend)${OBJECT}${ENDING}`, "is"),
    (reason) => ({ kind: "move", move: "pause", ...(reason && { reason }) }),
  ],
  [
    new RegExp(`^(?:resume|unpause)${OBJECT}${ENDING}`, "is"),
    (reason) => ({ kind: "move", move: "resume", ...(reason && { reason }) }),
  ],
  [
    new RegExp(`^(?:cancel|abort|call off|kill)${OBJECT}${ENDING}`, "is"),
    (reason) => ({ kind: "move", move: "cancel", ...(reason && { reason }) }),
  ],
  [new RegExp(`^(?:stop|halt)${OBJECT}${ENDING}`, "is"), () => ({ kind: "stop" })],
  [
    new RegExp(`^(?:retry|try again|try it again|run it again|redo)${OBJECT}[.!]*$`, "is"),
    () => ({ kind: "retry" }),
  ],
  [
    new RegExp(`^(?:continue|proceed|carry on|go on)${OBJECT}[.!]*$`, "is"),
    () => ({ kind: "go_on" }),
  ],
];

function moveIn(text: string): Intent | null {
  for (const [form, intent] of MOVES) {
    const found = form.exec(text);
    if (found) return intent(found[1]?.trim());
  }
  return null;
}

function cardIn(text: string): Intent | null {
  const found = new RegExp(
    String.raw`^(block|escalate)\s+(?:the\s+)?(?:(?:task[\s_]+)?(\d{1,4})|(${TARGET})|task)\W*$`,
    "i",
  )
    .exec(text);
  if (!found) return null;
  const target = found[2] ? `task_${found[2]}` : found[3]?.toLowerCase() ?? null;
  return { kind: "card", move: found[1]!.toLowerCase() as "block" | "escalate", target };
}

const QUESTIONS: readonly [RegExp, Question][] = [
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

function questionIn(text: string): Intent | null {
  const line = text.slice(0, 300).split("\n", 1)[0]!;
  const found = QUESTIONS.find(([form]) => form.test(line));
  return found ? { kind: found[1] } : null;
}
