import type { ModelName } from "../../sessions/models/providers/model_name.ts";
import { stricter } from "./limits.ts";
import { sameModel } from "./same_model.ts";
import type { Hint, RouteLimits } from "./types.ts";

/** Returns whether a model is one that the profile of the work prefers. */
export const fitsHint = ({ provider, model }: ModelName, hint: Hint | null): boolean =>
  hint !== null && provider === hint.provider && (hint.model === null || sameModel(model, hint.model));

/** Returns the same models, with those that a profile prefers first. */
export const hintedFirst = <T extends ModelName>(models: readonly T[], hint: Hint | null): T[] =>
  models.toSorted((a, b) => Number(fitsHint(b, hint)) - Number(fitsHint(a, hint)));

/** The limits of a fallback for a profile's preference: it is not further from this machine. */
export const withinHint = (limits: RouteLimits, hint: Hint | null): RouteLimits =>
  hint ? stricter(limits, { privacy: hint.privacy }) : limits;

/** Says what became of the preference. `known` are all models that were considered. */
export function hintSentence(
  { profile, ...hint }: Hint,
  selected: ModelName | null,
  known: readonly ModelName[],
): string {
  const who = `The profile "${profile}" prefers`;
  if (selected && fitsHint(selected, { profile, ...hint })) return `${who} it.`;
  const isKnown = known.some((model) => fitsHint(model, { profile, ...hint }));
  return `${who} ${hintName(hint)}, which is not ${isKnown ? "used" : "known here"}.`;
}

/** Returns a preference as a person writes it: `provider`, or `provider/model`. */
export const hintName = ({ provider, model }: Pick<Hint, "provider" | "model">): string =>
  model === null ? provider : `${provider}/${model}`;
