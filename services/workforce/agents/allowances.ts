import type { ChangedPath } from "../../machine/repositories/mod.ts";
import type { ProposedDiff } from "./tool_call.ts";

/** How many pending edit results are tracked, because an agent may carry out edits in any order. */
const MAX_GUESSES = 16;

/** Returns the text with uniform line endings: git may store others than the agent wrote. */
const normalised = (text: string): string => text.replaceAll("\r\n", "\n");

/**
 * What a human has allowed so far in a worktree: the texts that approved edits produce, the states that approved commands
 * left, and paths that were allowed without a specific content. Pure.
 */
export class Allowances {
  /** The texts that approved edits produce from the text on which they were approved. */
  readonly #texts = new Map<string, Set<string>>();
  /** The texts that they produce from one another's results: an agent may carry them out in any order. */
  readonly #guesses = new Map<string, Set<string>>();
  readonly #states = new Map<string, Set<string>>();
  readonly #paths = new Set<string>();

  /** Records that an edit was approved while the file contained `before` (null if it did not exist). */
  allowEdit(path: string, diffs: readonly ProposedDiff[], before: string | null): void {
    if (diffs.length === 0) {
      this.#paths.add(path);
      return;
    }
    const direct = this.#texts.get(path) ?? new Set<string>();
    const guesses = this.#guesses.get(path) ?? new Set<string>();
    const others = [...direct, ...guesses];
    for (const text of resultsOf(before === null ? null : normalised(before), diffs)) {
      direct.delete(text); // to be the newest
      direct.add(text);
    }
    for (const text of others.flatMap((start) => resultsOf(start, diffs))) guesses.add(text);
    this.#texts.set(path, direct);
    this.#guesses.set(path, new Set([...guesses].slice(-MAX_GUESSES)));
  }

  /** Records that a human saw exactly these states, or that an approved command left them. */
  allowStates(changes: readonly ChangedPath[]): void {
    for (const change of changes) {
      const states = this.#states.get(change.path) ?? new Set<string>();
      states.add(stateOf(change));
      this.#states.set(change.path, states);
    }
  }

  /** Whether a change is allowed; `text` is the file's current content, null if it is gone or not text. */
  covers(change: ChangedPath, text: string | null): boolean {
    if (this.#paths.has(change.path)) return true;
    if (this.#states.get(change.path)?.has(stateOf(change))) return true;
    const sameMode = Number(change.oldMode) === 0 || change.oldMode === change.newMode;
    if (!sameMode || text === null) return false;
    return [this.#texts, this.#guesses].some((texts) => texts.get(change.path)?.has(normalised(text)));
  }

  /** Returns the newest allowed text for a path; undefined without one. */
  textOf(path: string): string | undefined {
    return [...this.#texts.get(path) ?? []].at(-1);
  }
}

const stateOf = ({ newMode, newObject }: ChangedPath): string => `${newMode} ${newObject}`;

/** Returns the possible results of the diffs; each of several in one request may be carried out alone. */
function resultsOf(start: string | null, diffs: readonly ProposedDiff[]): string[] {
  const results: string[] = [];
  let texts = [start];
  for (const diff of diffs) {
    texts = texts.flatMap((text) => applied(text, diff));
    for (const text of texts) if (text !== null) results.push(text);
  }
  return results;
}

/** Returns what an edit makes of a text: agents send whole files, or the fragment to replace, once or everywhere. */
function applied(text: string | null, { oldText, newText }: ProposedDiff): string[] {
  const next = normalised(newText);
  if (oldText === null || oldText === "") return [next];
  const old = normalised(oldText);
  if (text === null || !text.includes(old)) return [next];
  return [...new Set([text.replace(old, () => next), text.replaceAll(old, () => next)])];
}
