import { counted } from "./words.ts";

/**
 * How long nothing may be pressed once a question is on the screen, in milliseconds, before what is pressed counts as its answer: what
 * was meant for something else is over by then.
 */
export const SILENCE_MILLISECONDS = 400;

/** Returns the sentence about keys that were not taken as an answer because they came before the silence was over. */
export const tooEarly = (keys: number): string =>
  `${counted(keys, "key")} pressed before the question could be read ${keys === 1 ? "was" : "were"} ignored.`;

/** Returns the sentence about keys that came together with the one that was taken: each step of a decision is pressed alone. */
export const oneAtATime = (keys: number): string =>
  `${counted(keys, "more key")} came at the same time and ${
    keys === 1 ? "was" : "were"
  } ignored. Press one key at a time.`;
