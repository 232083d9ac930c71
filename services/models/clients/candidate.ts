import type { ProviderDefinition, ProviderModel } from "../providers/definition.ts";

/** A model that may be asked, and the provider that has it. */
export type Candidate = { provider: ProviderDefinition; model: ProviderModel };

/** What a person knows a model by. */
export const nameOf = ({ provider, model }: Candidate): string => `${provider.id}/${model.id}`;

/** What is assumed of a model whose context nobody has stated: small, so that nothing is cut off unseen. */
const ASSUMED_CONTEXT_TOKENS = 32_768;

/** How much a model can hold. */
export const contextOf = ({ model }: Candidate): number => model.contextTokens ?? ASSUMED_CONTEXT_TOKENS;
