import { SILENCE_MILLISECONDS } from "../../client/silence.ts";
import { decide, describeDecision } from "../review/decide.ts";
import { EXIT } from "../exit_codes.ts";
import type { ServiceClient } from "../service/connection.ts";
import { describeFailure } from "../service/failure.ts";
import { readDetail } from "./detail.ts";
import { reduce } from "./reduce.ts";
import type { ScreenState } from "./state.ts";
import type { ScreenEffect, ScreenInput } from "./step.ts";

/** The dependencies of the screen other than the service. */
export type Outside = {
  /** Requests work and returns the run, with sentences on open results that change what the request names. */
  request: (words: string) => Promise<{ id: string; number: number; met: readonly string[] }>;
  /** Opens a page of the dashboard. */
  browse: (path: string) => Promise<unknown>;
  /** Starts the service where it does not answer. */
  start: () => Promise<unknown>;
  /** Keeps what was written and not sent, for the next time. */
  keep: (drafts: ScreenState["drafts"]) => void;
  /** Returns the paths of the repository's files. */
  files: () => Promise<readonly string[]>;
  /** Leaves the screen for the person's editor, which tells what was written as `edited`. */
  edit: (text: string) => void;
  quit: () => void;
};

/** The state of one screen, and the one way to change it. */
export type ScreenSession = {
  state: () => ScreenState;
  /** Calls back after each change. Returns the way to end that. */
  subscribe: (changed: () => void) => () => void;
  tell: (input: ScreenInput) => void;
  stop: () => void;
};

/** Creates a session, which receives events and executes the effects that they cause. */
export function createSession(
  connection: ServiceClient,
  first: ScreenState,
  outside: Outside,
): ScreenSession {
  let state = first;
  const listeners = new Set<() => void>();
  let showing = new AbortController();
  let silence: ReturnType<typeof setTimeout> | undefined;

  const tell = (input: ScreenInput): void => {
    const { state: next, effects } = reduce(state, input);
    if (next.drafts !== state.drafts) outside.keep(next.drafts);
    if (next !== state) {
      state = next;
      for (const changed of listeners) changed();
    }
    for (const effect of effects) void perform(effect);
  };

  const perform = async (effect: ScreenEffect): Promise<void> => {
    const stopped = effect.effect === "show" ? show() : null;
    try {
      switch (effect.effect) {
        case "show":
          return await readDetail(connection, effect, {
            signal: stopped!,
            tell: (input) => stopped!.aborted || tell(input),
          });
        case "decide": {
          const decided = await decide(connection, effect.approval, effect.choice, effect.shown);
          const { code, sentence } = describeDecision(decided);
          return tell({ kind: "said", text: sentence, tone: code === EXIT.done ? "good" : "bad" });
        }
        case "request": {
          const { id, number, met } = await outside.request(effect.words);
          return tell({ kind: "asked", run: id, number, met });
        }
        case "cancel":
          await connection.call("POST /runs/:id/cancel", { params: { id: effect.run }, body: {} });
          return tell({ kind: "said", text: "Cancelled the run.", tone: "plain" });
        case "undo":
          await connection.call("POST /runs/:id/undo", { params: { id: effect.run } });
          return tell({ kind: "said", text: "Its undo waits for your review in the queue.", tone: "good" });
        case "browse":
          await outside.browse(effect.path);
          return tell({ kind: "said", text: "Opened in the browser.", tone: "good" });
        case "awaitQuiet":
          clearTimeout(silence);
          silence = setTimeout(() => tell({ kind: "quiet" }), SILENCE_MILLISECONDS);
          return;
        case "start":
          await outside.start();
          return tell({ kind: "said", text: "Started the service.", tone: "good" });
        case "files":
          return tell({ kind: "files", files: await outside.files() });
        case "edit":
          return outside.edit(effect.text);
        case "quit":
          return outside.quit();
      }
    } catch (error) {
      if (stopped?.aborted) return;
      const text = describeFailure(error)?.message ?? String(error);
      if (effect.effect === "request") return tell({ kind: "refused", words: effect.words, reason: text });
      tell({ kind: "said", text, tone: "bad" });
    }
  };

  /** Stops reading the previous detail. */
  const show = (): AbortSignal => {
    showing.abort();
    showing = new AbortController();
    return showing.signal;
  };

  return {
    state: () => state,
    subscribe: (changed) => {
      listeners.add(changed);
      return () => listeners.delete(changed);
    },
    tell,
    stop: () => {
      showing.abort();
      clearTimeout(silence);
    },
  };
}
