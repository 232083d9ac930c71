/**
 * How an effect stands. `intended`: recorded, and nothing of it has left this service. `begun`: an attempt is in progress, or
 * was interrupted. `waiting`: an attempt failed, and another follows automatically. `done`: it happened. `not_done`: it was
 * refused, or was given up and nothing depends on it. `uncertain`: it may have happened, nothing is attempted any more, and a
 * person says what became of it.
 */
export const EFFECT_STATES = ["intended", "begun", "waiting", "done", "not_done", "uncertain"] as const;

/** How an effect stands. */
export type EffectState = (typeof EFFECT_STATES)[number];
