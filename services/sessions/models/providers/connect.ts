import { providerStream } from "../../../../store/models/provider_stream.ts";
import { type Ctx, record } from "../../../ground/kernel/context.ts";
import { InvalidError, NotFoundError } from "../../../ground/kernel/errors.ts";
import { find } from "../../../accounts/secrets/use.ts";
import type { ModelsLive } from "./settings/live.ts";
import type { ProviderConfigurationView, ProviderInput, ProviderRemovalInput } from "./connect_schemas.ts";
import { refuseAddress } from "./refuse_address.ts";
import { changeSettings, type RawProvider, readSettingsText } from "./settings/settings_file.ts";

/**
 * Adds a provider to `providers.json`, or changes the one with that id; its other settings stay. The change takes effect at
 * once. Throws `InvalidError` for what cannot work, and where the file has changed in the meantime.
 */
export async function connectProvider(
  ctx: Ctx<ModelsLive>,
  input: ProviderInput,
): Promise<ProviderConfigurationView> {
  const { id, revision } = input;
  const kind = input.kind ?? ctx.providers.settings().providers.find((each) => each.id === id)?.kind.id;
  if (kind === undefined) {
    throw new InvalidError(`There is no provider "${id}" in providers.json. To add it, give its kind.`);
  }
  if (input.baseUrl !== undefined) await refuseAddress(ctx, input.baseUrl);
  if (input.secretName !== undefined && find(ctx, { name: input.secretName })?.status !== "present") {
    throw new InvalidError(
      `There is no secret with the name "${input.secretName}". Store it first with POST /secrets.`,
    );
  }
  let change: "added" | "changed" = "added";
  changeSettings(ctx.providers.path, (settings) => {
    const providers = settings.providers ?? [];
    const known = providers.find((provider) => provider.id === id);
    if (known) change = "changed";
    const next = entryOf({ ...input, kind }, known);
    return {
      ...settings,
      providers: known ? providers.map((each) => each === known ? next : each) : [...providers, next],
    };
  }, revision);
  record(ctx, providerStream, id, [{ type: "provider.connected", data: { change, kind } }]);
  return configurationOf(ctx);
}

/** Removes a provider from `providers.json`. Its secret stays. Throws `NotFoundError` for an unknown id. */
export function removeProvider(
  ctx: Ctx<ModelsLive>,
  id: string,
  { revision }: ProviderRemovalInput,
): ProviderConfigurationView {
  changeSettings(ctx.providers.path, (settings) => {
    const { providers = [] } = settings;
    if (!providers.some((provider) => provider.id === id)) {
      throw new NotFoundError("provider in providers.json", id);
    }
    return { ...settings, providers: providers.filter((provider) => provider.id !== id) };
  }, revision);
  record(ctx, providerStream, id, [{ type: "provider.removed", data: {} }]);
  return configurationOf(ctx);
}

/** Returns what the file declares now. */
function configurationOf({ providers }: Ctx<ModelsLive>): ProviderConfigurationView {
  return {
    revision: readSettingsText(providers.path).revision,
    providers: providers.settings().providers.map(({ id, kind }) => ({ id, kind: kind.id })),
  };
}

/** The program of each agent; for another one, edit the file. */
const COMMANDS = {
  opencode: ["opencode", "acp"],
  claude: ["claude-agent-acp"],
  codex: ["codex-acp"],
  gemini: ["gemini", "--acp"],
} as const satisfies Record<NonNullable<ProviderInput["agent"]>, readonly string[]>;

/** Returns the new entry: the input merged over the existing one. An entry of another kind is replaced. */
function entryOf(
  { id, kind, models, agent, secretName, revision: _, ...said }: ProviderInput & { kind: string },
  known?: RawProvider,
): RawProvider {
  const before: Partial<RawProvider> = known?.kind === kind ? known : {};
  const listed = Array.isArray(before.models) ? before.models as RawProvider[] : [];
  return {
    ...before,
    id,
    kind,
    ...said,
    ...(secretName !== undefined && { secret: secretName }),
    ...(agent && {
      preset: agent,
      command: before.preset === agent ? before.command : COMMANDS[agent],
    }),
    ...(models &&
      { models: models.map((model) => listed.find((each) => each.id === model) ?? { id: model }) }),
  };
}
