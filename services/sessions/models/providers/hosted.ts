import type { SecretDocument } from "../../../../store/secrets/document.ts";
import { secretStream } from "../../../../store/secrets/stream.ts";
import type { Core } from "../../../ground/kernel/context.ts";
import { find } from "../../../accounts/secrets/use.ts";
import type { ProviderDefinition, ProviderKind } from "../../provider_kinds/definition.ts";
import { anthropic } from "../../provider_kinds/kinds/anthropic/kind.ts";
import { openai } from "../../provider_kinds/kinds/openai/kind.ts";
import { openaiCompatible } from "../../provider_kinds/kinds/openai_compatible/kind.ts";

/** A hosted service that only needs a key. */
type HostedPreset = {
  id: string;
  label: string;
  kind: ProviderKind;
  baseUrl: string;
  /** The variable from which other programs read its key. */
  variable: string;
};

/** Hosted services that appear as soon as a secret for them is stored. */
export const HOSTED: readonly HostedPreset[] = [
  {
    id: "openai",
    label: "OpenAI",
    kind: openai,
    baseUrl: "https://api.openai.com/v1",
    variable: "OPENAI_API_KEY",
  },
  {
    id: "anthropic",
    label: "Anthropic",
    kind: anthropic,
    baseUrl: "https://api.anthropic.com/v1",
    variable: "ANTHROPIC_API_KEY",
  },
  {
    id: "openrouter",
    label: "OpenRouter",
    kind: openaiCompatible,
    baseUrl: "https://openrouter.ai/api/v1",
    variable: "OPENROUTER_API_KEY",
  },
];

/** Returns the hosted services with a stored secret: one of that provider, or one with its name or its variable's. */
export function hostedProviders(service: Pick<Core, "store">): ProviderDefinition[] {
  const present = service.store.documents.find(secretStream, { status: "present" }, { limit: 1 });
  if (present.length === 0) return [];
  return HOSTED.flatMap((preset) => {
    const secret = secretOf(service, preset);
    return secret ? [definitionOf(preset, secret.name)] : [];
  });
}

function secretOf(service: Pick<Core, "store">, { id, variable }: HostedPreset): SecretDocument | null {
  return [{ provider: id }, { name: id }, { name: variable }].map((which) => find(service, which)).find(
    (secret) => secret?.status === "present",
  ) ?? null;
}

const definitionOf = ({ id, label, kind, baseUrl }: HostedPreset, name: string): ProviderDefinition => ({
  id,
  kind,
  source: "preset",
  label,
  baseUrl,
  secret: { name },
  privacy: "third-party",
  models: [],
});
