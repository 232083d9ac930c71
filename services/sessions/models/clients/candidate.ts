import type { ProviderDefinition, ProviderModel } from "../providers/settings/definition.ts";

/** A model that may be called, and its provider. */
export type Candidate = { provider: ProviderDefinition; model: ProviderModel };

/** Returns a model's name for people. */
export const nameOf = ({ provider, model }: Candidate): string => `${provider.id}/${model.id}`;

/** The context assumed for a model that does not state one: small, so that nothing is cut off unnoticed. */
const ASSUMED_CONTEXT_TOKENS = 32_768;

/** Returns how many tokens a model can hold. */
export const contextOf = ({ model }: Candidate): number => model.contextTokens ?? ASSUMED_CONTEXT_TOKENS;
