import { basename } from "node:path";
import { unlistedModel } from "./bare_model.ts";
import type { ProviderDefinition, ProviderModel } from "./definition.ts";
import { privacyOf } from "./privacy.ts";
import type { ProviderSettings } from "./settings_schema.ts";

/**
 * A provider as `providers.json` declares it. What a program with a network does with what it is given is not known, so that
 * one counts as a third party unless the file says otherwise.
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

/** A program that is never started but in a sandbox without a network keeps to itself what it is given. */
const privacyOfProgram = ({ kind, network, allowUnsandboxed }: ProviderSettings) =>
  kind === "command" && !network && !allowUnsandboxed ? "local" : "third-party";

/** What a program is called where a model's name stands. */
const itself = ([program = ""]: readonly string[]): ProviderModel => ({
  ...unlistedModel(basename(program)),
  roles: ["worker"],
});
