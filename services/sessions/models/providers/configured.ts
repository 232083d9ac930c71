import { basename } from "node:path";
import { unlistedModel } from "./settings/bare_model.ts";
import type { ProviderDefinition, ProviderModel } from "./settings/definition.ts";
import { privacyOf } from "./settings/privacy.ts";
import type { ProviderSettings } from "./settings/settings_schema.ts";

/**
 * Returns a provider as `providers.json` declares it. A program with network access may send its input anywhere, so it counts
 * as a third party unless the file says otherwise.
 */
export function definitionOf(settings: ProviderSettings): ProviderDefinition {
  const { through, preset, readable, allowUnsandboxed, network } = settings;
  const { id, kind, label, baseUrl = null, secret, privacy, command, models, headers } = settings;
  return {
    id,
    kind,
    source: "file",
    label: label ?? id,
    baseUrl,
    secret,
    privacy: privacy ?? (baseUrl === null ? privacyOfProgram(settings) : privacyOf(baseUrl)),
    ...(command && { command }),
    ...(kind === "acp" && { agent: { through, preset, readable, allowUnsandboxed } }),
    ...(kind === "command" && { program: { network, allowUnsandboxed } }),
    models: kind === "command" && command && models.length === 0 ? [itself(command)] : models,
    ...(headers && { headers }),
  };
}

/** A program that only ever runs in a sandbox without a network keeps its input on this machine. */
const privacyOfProgram = ({ kind, network, allowUnsandboxed }: ProviderSettings) =>
  kind === "command" && !network && !allowUnsandboxed ? "local" : "third-party";

/** Returns the name of a program where a model's name is expected. */
const itself = ([program = ""]: readonly string[]): ProviderModel => ({
  ...unlistedModel(basename(program)),
  roles: ["worker"],
});
