import type { KindSettings, ProviderKind } from "../definition.ts";
import { acp } from "./acp/kind.ts";
import { anthropic } from "./anthropic/kind.ts";
import { builtin } from "./builtin/kind.ts";
import { command } from "./command/kind.ts";
import { openai } from "./openai/kind.ts";
import { openaiCompatible } from "./openai_compatible/kind.ts";

/** Every kind of provider, in the order in which they are listed. */
export const PROVIDER_KINDS = [builtin, openaiCompatible, openai, anthropic, acp, command] as const;

/** A kind that `providers.json` can name. */
export type ConfigurableKind = ProviderKind & { settings: KindSettings };

/** The kinds that `providers.json` can name. */
export const CONFIGURABLE: readonly ConfigurableKind[] = PROVIDER_KINDS.filter(
  (kind): kind is typeof kind & ConfigurableKind => kind.settings !== null,
);

/** Returns the kind that `providers.json` names by one of the ids of `CONFIGURABLE`. */
export const configurableKind = (named: string): ConfigurableKind =>
  CONFIGURABLE.find(({ id }) => id === named)!;

/** Returns the ids of kinds, for a list of what is allowed and for sentences. */
export const idsOf = (kinds: readonly ProviderKind[]): string[] => kinds.map(({ id }) => id);
