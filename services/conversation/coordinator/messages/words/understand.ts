import { withoutEnd } from "../../../../ground/kernel/words.ts";
import { parseRecipe } from "../../../../workforce/recipes/parse.ts";
import { decisionIn } from "./decisions.ts";
import type { MessageIntent } from "./intent.ts";
import { questionIn } from "./question.ts";

/** Polite openings, which do not change the meaning. */
const POLITE =
  /^(?:(?:hey|hi|hello|please|pls|coordinator|(?:can|could|would|will) you(?: please)?)\b[,:!]?\s*)+/i;

const TARGET = String.raw`(?:task_\w+|rework_\d+)`;

type Reader = (text: string) => MessageIntent | null;

/** What a message requests is said at its beginning; the patterns see no more of it. */
const MAX_READ = 2_000;

/**
 * Returns what a message requests, from its words alone. Anything that is not plain is `unclear`. No message can
 * approve anything: `approve` is recognized only so that it can be answered.
 */
export function understand(content: string): MessageIntent {
  const text = content.trim();
  const bare = text.replace(POLITE, "");
  const start = startIn(bare);
  if (start) return start;
  // "can you pause it?" is a request; "pause?" is a question.
  const statement = bare !== text ? withoutEnd(bare, "?") : bare;
  const head = statement.slice(0, MAX_READ).trimEnd();
  const rest = statement.slice(head.length);
  for (const read of READERS) {
    const intent = read(head);
    if (intent) return rest === "" ? intent : withRest(intent, rest);
  }
  return { kind: "unclear" };
}

/** Returns what a long message requests, whose beginning was understood; only what ends in words of any kind can be long. */
function withRest(intent: MessageIntent, rest: string): MessageIntent {
  switch (intent.kind) {
    case "guide":
    case "remember":
      return { ...intent, content: intent.content + rest };
    case "reject":
    case "rework":
      if (intent.words === "" || rest.endsWith("?")) break;
      return { ...intent, words: intent.words + rest };
    case "move":
      if (intent.reason === undefined) break;
      return { ...intent, reason: intent.reason + rest };
    case "card":
    case "go_on":
    case "retry":
    case "stop":
      break;
    default:
      return intent;
  }
  return { kind: "unclear" };
}

/** The order matters: what is exact comes first. */
const READERS: readonly Reader[] = [
  rememberIn,
  guidanceIn,
  moveIn,
  cardIn,
  questionIn,
  decisionIn,
];

/** A recipe, or anything after `run:` or `start:`; `in <directory>:` may precede it. */
function startIn(text: string): MessageIntent | null {
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

function rememberIn(text: string): MessageIntent | null {
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

function guidanceIn(text: string): MessageIntent | null {
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

const MOVES: readonly [RegExp, (reason: string | undefined) => MessageIntent][] = [
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

function moveIn(text: string): MessageIntent | null {
  for (const [form, intent] of MOVES) {
    const found = form.exec(text);
    if (found) return intent(found[1]?.trim());
  }
  return null;
}

function cardIn(text: string): MessageIntent | null {
  const found = new RegExp(
    String.raw`^(block|escalate)\s+(?:the\s+)?(?:(?:task[\s_]+)?(\d{1,4})|(${TARGET})|task)\W*$`,
    "i",
  )
    .exec(text);
  if (!found) return null;
  const target = found[2] ? `task_${found[2]}` : found[3]?.toLowerCase() ?? null;
  return { kind: "card", move: found[1]!.toLowerCase() === "block" ? "block" : "escalate", target };
}
