import type { AgentLimits } from "./limits.ts";

/** The agent took too long; the sentence says in what. */
export class TooLong extends Error {}

/** What the clock of a turn asks each time. */
export type TurnState = {
  /** When anything last came from the agent or passed the proxy. */
  lastAt: () => number;
  /** Why a silence is not a stall: a question is open, a model or a command is at work. */
  isExcused: () => boolean;
  /** Whether a human is being waited for: that time counts for nothing. */
  isAsking: () => boolean;
};

/** How often it is looked; a part of the shortest limit, so that tests with short ones are as exact. */
const LOOKS = 20;

/** Rejects with `TooLong` when a turn stalls or exceeds its time; never resolves. Call `stop` when the turn is over. */
export function watchTurn(limits: AgentLimits, state: TurnState): { late: Promise<never>; stop: () => void } {
  const { promise, reject } = Promise.withResolvers<never>();
  promise.catch(() => {});
  let [before, spent, quiet] = [performance.now(), 0, 0];
  let seen = state.lastAt();
  const look = () => {
    const now = performance.now();
    const passed = now - before;
    before = now;
    if (!state.isAsking()) spent += passed;
    const moved = state.lastAt() !== seen;
    seen = state.lastAt();
    quiet = moved || state.isExcused() || state.isAsking() ? 0 : quiet + passed;
    if (quiet >= limits.stall) {
      reject(new TooLong(`The agent gave no sign of life for ${seconds(limits.stall)} and was stopped.`));
    } else if (spent >= limits.turn) {
      reject(new TooLong(`The agent did not finish within ${seconds(limits.turn)} and was stopped.`));
    }
  };
  const timer = setInterval(look, Math.max(5, Math.min(limits.stall, limits.turn) / LOOKS));
  return { late: promise, stop: () => clearInterval(timer) };
}

/** A signal that is aborted with `TooLong` after so long; `stop` ends it. */
export function deadline(milliseconds: number, what: string): { signal: AbortSignal; stop: () => void } {
  const controller = new AbortController();
  const timer = setTimeout(
    () => controller.abort(new TooLong(`${what} took longer than ${seconds(milliseconds)}.`)),
    milliseconds,
  );
  return { signal: controller.signal, stop: () => clearTimeout(timer) };
}

/** What the promise gives; null when that takes longer than so long. */
export async function atMost<T>(milliseconds: number, promise: Promise<T>): Promise<T | null> {
  const { promise: late, resolve } = Promise.withResolvers<null>();
  const timer = setTimeout(() => resolve(null), milliseconds);
  return await Promise.race([promise, late]).finally(() => clearTimeout(timer));
}

const seconds = (milliseconds: number): string => `${Math.round(milliseconds / 100) / 10} s`;
