import type { LanguageModel } from "ai";
import type { Ctx } from "../../../ground/kernel/context.ts";
import { InvalidError } from "../../../ground/kernel/errors.ts";
import { useSecret } from "../../../accounts/secrets/use.ts";
import type { ProviderDefinition } from "../../provider_kinds/definition.ts";
import { idsOf, PROVIDER_KINDS } from "../../provider_kinds/kinds/table.ts";
import { guardedFetch } from "./guarded_fetch.ts";
import type { ModelsLive } from "../providers/settings/live.ts";

/** Why a model is opened; the key's receipt records it. */
type ModelPurpose = { call: string; runId?: string | undefined; taskSessionId?: string | undefined };

/**
 * Opens a provider's model for one call. The key is read for this use alone and leaves a receipt. Throws `InvalidError` for a
 * definition that cannot work, and what `useSecret` throws.
 */
export async function openModel(
  ctx: Ctx<ModelsLive>,
  provider: ProviderDefinition,
  model: string,
  { call, runId, taskSessionId }: ModelPurpose,
): Promise<LanguageModel> {
  const { client } = provider.kind;
  if (client === null || provider.baseUrl === null) {
    throw new InvalidError(
      `The provider "${provider.id}" is of the kind "${provider.kind.id}", which has no models to call. ${
        idsOf(PROVIDER_KINDS.filter((kind) => kind.client !== null)).join(", ")
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
  return await client.open(provider.id, settings, key, model);
}
