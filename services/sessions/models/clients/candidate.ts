import type { ProviderDefinition, ProviderModel } from "../../provider_kinds/definition.ts";

/** A model that may be called, and its provider. */
export type ModelCandidate = { provider: ProviderDefinition; model: ProviderModel };

/** Returns a model's name for people. */
export const nameOf = ({ provider, model }: ModelCandidate): string => `${provider.id}/${model.id}`;

/** The context assumed for a model that does not state one: small, so that nothing is cut off unnoticed. */
const ASSUMED_CONTEXT_TOKENS = 32_768;

/** Returns how many tokens a model can hold. */
export const contextOf = ({ model }: ModelCandidate): number => model.contextTokens ?? ASSUMED_CONTEXT_TOKENS;
