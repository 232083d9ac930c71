import { withoutEnd } from "../../../../ground/kernel/words.ts";

/** A question about a repository that can be answered without a model. `exact` ones are never given to a model. */
export type RepositoryQuestion =
  | { kind: "search"; words: string[]; exact: boolean }
  | { kind: "read"; path: string; from: number; count: number; exact: true }
  | { kind: "list"; glob: string | null; exact: true }
  | { kind: "history"; path: string | null; exact: true };

const POLITE = /^(?:(?:hey|hi|please|(?:can|could|would) you(?: please)?)\b[,:]?\s*)+/i;

/** Longer messages are not a question about a repository. */
const MAX_QUESTION = 300;

/** How many lines are shown if a message names a file, or one line of it. */
const LINES_OF_A_FILE = 60;
const LINES_AROUND = 12;

const PATH = String.raw`\`?((?:[\w@.+-]+\/)*[\w@+.-]*\.[\w-]+|(?:[\w@.+-]+\/)+[\w@.+-]+)`;

/** Returns the question about a repository that a message asks, or null. */
export function lookIn(content: string): RepositoryQuestion | null {
  const trimmed = content.trim();
  if (trimmed.length > MAX_QUESTION || trimmed.includes("\n")) return null;
  const text = withoutEnd(trimmed.replace(POLITE, ""), "?.! \t");
  return readIn(text) ?? listIn(text) ?? historyIn(text) ?? searchIn(text) ?? whereIn(text);
}

function readIn(text: string): RepositoryQuestion | null {
  const form = new RegExp(
    `^(?:read|open|show|cat)(?: me)?\\s+(?:the file\\s+)?${PATH}(?::(\\d+)(?:-(\\d+))?)?\`?$`,
    "i",
  );
  const found = form.exec(text);
  if (!found) return null;
  const [, path, first, last] = found;
  const from = Math.max(1, Number(first ?? 1));
  const count = last ? Number(last) - from + 1 : first ? LINES_AROUND : LINES_OF_A_FILE;
  return {
    kind: "read",
    path: path!,
    from,
    count: Math.min(LINES_OF_A_FILE, Math.max(1, count)),
    exact: true,
  };
}

function listIn(text: string): RepositoryQuestion | null {
  const found =
    /^(?:(?:list|show)(?: me)?(?: the| all)?|which|what)\s+files(?:\s+(?:are there|exist))?(?:\s+(?:in|like|matching))?(?:\s+`?([^\s`]+)`?)?$/i
      .exec(text);
  if (!found) return null;
  const glob = found[1] ?? null;
  const isDirectory = glob !== null && !/[*?[{]/.test(glob);
  return { kind: "list", glob: isDirectory ? `${glob.replace(/\/$/, "")}/**` : glob, exact: true };
}

function historyIn(text: string): RepositoryQuestion | null {
  const found = new RegExp(
    `^(?:(?:show(?: me)? )?(?:the )?(?:history|log)|who changed|when (?:did|was)|what are the (?:last|newest) commits)(?:\\s+(?:of|in|to|for))?(?:\\s+${PATH}\`?)?(?:\\s+(?:last\\s+)?change[ds]?)?$`,
    "i",
  ).exec(text);
  if (!found || (/^(?:who|when)/i.test(text) && found[1] === undefined)) return null;
  return { kind: "history", path: found[1] ?? null, exact: true };
}

function searchIn(text: string): RepositoryQuestion | null {
  const found = /^(?:search|grep|find)(?:\s+for)?\s*:?\s+(?:`([^`]+)`|"([^"]+)"|(\S+))$/i.exec(text);
  const words = found?.[1] ?? found?.[2] ?? found?.[3];
  return words === undefined ? null : { kind: "search", words: [words], exact: true };
}

/** Words of a question that are not searched for. */
const SMALL =
  /^(?:is|are|was|were|do|does|did|can|could|i|we|you|it|the|a|an|of|for|in|to|and|or|on|by|my|our|this|that|these|code|file|files|function|method|class|place|find|happen|happens|live|lives|look|computed|defined|declared|implemented|handled|used|set|called|done|made|kept|stored|written|repository|repo|project)$/i;

/**
 * Reads a question such as "where are retries computed?". Returns the words to search for, those that look like code first.
 */
function whereIn(text: string): RepositoryQuestion | null {
  const found = /^(?:where|in which (?:file|place)|which files?)\b\s*(.+)$/i.exec(text);
  if (!found) return null;
  const quoted = [...found[1]!.matchAll(/[`"]([^`"]+)[`"]/g)].map(([, words]) => words!);
  if (quoted.length > 0) return { kind: "search", words: quoted.slice(0, 3), exact: false };
  const words = found[1]!.split(/[^\p{L}\p{N}_.$-]+/u).filter((word) => word.length > 1 && !SMALL.test(word));
  if (words.length === 0) return null;
  const codeLike = words.filter((word) => /[_.$]|\p{Ll}\p{Lu}/u.test(word));
  return { kind: "search", words: (codeLike.length > 0 ? codeLike : words).slice(0, 3), exact: false };
}
