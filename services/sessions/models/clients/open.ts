import type { LanguageModel } from "ai";
import type { Ctx } from "../../../ground/kernel/context.ts";
import { InvalidError } from "../../../ground/kernel/errors.ts";
import { useSecret } from "../../../accounts/secrets/use.ts";
import { PACKAGES } from "../../../ground/kernel/packages.later.ts";
import type { ProviderDefinition } from "../providers/settings/definition.ts";
import { guardedFetch } from "./guarded_fetch.ts";
import type { ModelsLive } from "../providers/settings/live.ts";

/** Why a model is opened; the key's receipt records it. */
export type ModelUse = { call: string; runId?: string | undefined; taskSessionId?: string | undefined };

/**
 * Opens a provider's model for one call. The key is read for this use alone and leaves a receipt. Throws `InvalidError` for a
 * definition that cannot work, and what `useSecret` throws.
 */
export async function openModel(
  ctx: Ctx<ModelsLive>,
  provider: ProviderDefinition,
  model: string,
  { call, runId, taskSessionId }: ModelUse,
): Promise<LanguageModel> {
  const open = OPENERS[provider.kind];
  if (!open || provider.baseUrl === null) {
    throw new InvalidError(
      `The provider "${provider.id}" is of the kind "${provider.kind}", which has no models to call. ${
        Object.keys(OPENERS).join(", ")
      } have.`,
    );
  }
  const base = new URL(provider.baseUrl);
  const use = { call, host: base.host, ...(runId && { runId }), ...(taskSessionId && { taskSessionId }) };
  const key = provider.secret && await useSecret(ctx, { name: provider.secret.name }, use);
  const settings = {
    baseURL: provider.baseUrl,
    fetch: guardedFetch(base),
    ...(provider.headers && { headers: { ...provider.headers } }),
  };
  return await open(provider.id, settings, key, model);
}

type Settings = { baseURL: string; fetch: typeof fetch; headers?: Record<string, string> };
type Opener = (id: string, settings: Settings, key: string | null, model: string) => Promise<LanguageModel>;

/** Each package is loaded when the first model of its kind is opened. A missing key is never taken from the environment. */
const OPENERS: Readonly<Record<string, Opener>> = {
  "openai-compatible": async (id, settings, key, model) => {
    const { createOpenAICompatible } = await PACKAGES.openaiCompatible();
    const options = { ...settings, name: id, includeUsage: true, ...(key !== null && { apiKey: key }) };
    return createOpenAICompatible(options).chatModel(model);
  },
  openai: async (id, settings, key, model) => {
    const { createOpenAI } = await PACKAGES.openai();
    return createOpenAI({ ...settings, name: id, apiKey: key ?? NO_KEY }).chat(model);
  },
  anthropic: async (_, settings, key, model) => {
    const { createAnthropic } = await PACKAGES.anthropic();
    return createAnthropic({ ...settings, apiKey: key ?? NO_KEY })(model);
  },
};

/** A placeholder key: without one the packages would read a key from the environment. */
const NO_KEY = "none";

/** Whether models of this kind of provider can be called. */
export const hasModels = (kind: string): boolean => Object.hasOwn(OPENERS, kind);
