import type { Attempt, Effect, Found, Outcome } from "./effect.ts";
import type { EffectKind } from "./kinds.ts";

/** The points of every effect at which a crash leaves something to the next attempt. */
export const BOUNDARIES = ["intended", "done", "performed", "verified", "recorded"] as const;

/**
 * Does an effect at most once: its intent is on disk first; after an attempt whose end is unknown it is looked up, repeated
 * under its key, or left to a person, as its kind says; what was done is verified, and the outcome recorded.
 *
 * Returns the recorded outcome. Where `signal` is aborted before it was done this rejects, and the next attempt continues.
 */
export async function carryOut<Kind extends EffectKind, Result>(
  effect: Effect<Kind, Result>,
  { signal, boundary }: Attempt,
): Promise<Outcome<Result>> {
  const reach = (point: (typeof BOUNDARIES)[number]) => boundary(`${effect.kind}:${point}`);
  if (effect.progress === "new") {
    await effect.intend?.();
    await reach("intended");
  }
  let { outcome, found } = await attempt<Result>(effect);
  if (outcome.kind !== "done") signal.throwIfAborted();
  await reach("done");
  if (outcome.kind === "done") {
    await effect.performed?.(outcome.result, found);
    await reach("performed");
    if (effect.verify) outcome = await effect.verify(outcome.result);
    await reach("verified");
  }
  await effect.record?.(outcome);
  await reach("recorded");
  return outcome;
}

/** What an attempt needs of an effect of any kind. */
type Attempted<Result> = Pick<Effect<"patch", Result>, "progress" | "perform"> & {
  find?: () => Promise<Found<Result>>;
  lost?: string;
};

async function attempt<Result>(
  { progress, perform, find, lost }: Attempted<Result>,
): Promise<{ outcome: Outcome<Result>; found: boolean }> {
  const begun = progress === "begun";
  if (begun && lost !== undefined) return { outcome: { kind: "unknown", detail: lost }, found: false };
  const earlier = begun && find ? await find() : ABSENT;
  if (earlier.kind !== "absent") return { outcome: earlier, found: true };
  const outcome = await perform();
  // A request of the earlier attempt may still have been on its way when it was looked up.
  const isLate = begun && outcome.kind === "stale";
  if (!find || outcome.kind !== "unknown" && !isLate) return { outcome, found: false };
  const now = await find();
  if (now.kind !== "absent") return { outcome: now, found: true };
  const refused = { kind: "refused" as const, detail: `Nothing was written. ${outcome.detail}` };
  return { outcome: isLate ? outcome : refused, found: false };
}

const ABSENT = { kind: "absent" } as const;
