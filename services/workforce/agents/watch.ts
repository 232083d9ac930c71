import type { AgentLimits } from "../workers/agent_limits.ts";

/** The agent exceeded a time limit; the sentence says which. */
export class TooLong extends Error {}

/** What the timer of a turn checks each time. */
type TurnState = {
  /** When the agent last sent anything or used the proxy. */
  lastAt: () => number;
  /** Whether silence is not a stall: a question is open, or a model or a command is running. */
  isExcused: () => boolean;
  /** Whether a human's answer is pending; that time does not count. */
  isAsking: () => boolean;
};

/** The interval between checks; a fraction of the shortest limit, so tests with short limits are as exact. */
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
      reject(new TooLong(`The agent did not respond for ${seconds(limits.stall)} and was stopped.`));
    } else if (spent >= limits.turn) {
      reject(new TooLong(`The agent did not finish within ${seconds(limits.turn)} and was stopped.`));
    }
  };
  const timer = setInterval(look, Math.max(5, Math.min(limits.stall, limits.turn) / LOOKS));
  return { late: promise, stop: () => clearInterval(timer) };
}

/** A signal that is aborted with `TooLong` after the given time; `stop` cancels it. */
export function deadline(milliseconds: number, what: string): { signal: AbortSignal; stop: () => void } {
  const controller = new AbortController();
  const timer = setTimeout(
    () => controller.abort(new TooLong(`${what} took longer than ${seconds(milliseconds)}.`)),
    milliseconds,
  );
  return { signal: controller.signal, stop: () => clearTimeout(timer) };
}

/** Returns the promise's value; null when it takes longer than the given time. */
export async function valueWithin<T>(milliseconds: number, promise: Promise<T>): Promise<T | null> {
  const { promise: late, resolve } = Promise.withResolvers<null>();
  const timer = setTimeout(() => resolve(null), milliseconds);
  return await Promise.race([promise, late]).finally(() => clearTimeout(timer));
}

const seconds = (milliseconds: number): string => `${Math.round(milliseconds / 100) / 10} s`;
