import { z } from "zod";
import { CONFIGURABLE, idsOf } from "../../provider_kinds/kinds/table.ts";
import { revisionSchema } from "./settings/settings_file.ts";

/** The most common settings. Other settings of `providers.json` are kept, and changed in the file. */
export const providerInputSchema = z.object({
  id: z.string().min(1).max(64).meta({ example: "near" }).describe(
    "adds a provider, or changes the one with that id",
  ),
  kind: z.enum(idsOf(CONFIGURABLE.filter(({ settings }) => settings.canConnect))).meta({
    example: "openai-compatible",
  }).optional().describe("needed to add a provider; a known one keeps its kind without it"),
  label: z.string().min(1).max(200).optional(),
  baseUrl: z.string().max(2000).optional().meta({ example: "http://127.0.0.1:11434/v1" }),
  secretName: z.string().min(1).max(100).optional().describe("the name of the stored secret with its key"),
  models: z.array(z.string().min(1).max(200)).max(500).optional().describe(
    "only if the server has no model list",
  ),
  agent: z.enum(["opencode", "claude", "codex", "gemini"]).optional().describe(
    "for the kind acp: which agent",
  ),
  through: z.string().min(1).max(64).optional().describe("for the kind acp: the provider of its models"),
  revision: revisionSchema.nullable().optional().describe(
    "the revision of providers.json that you read; refused if the file has changed since",
  ),
}).meta({ id: "providerInputSchema" });
export type ProviderInput = z.output<typeof providerInputSchema>;

export const providerRemovalInputSchema = z.object({ revision: revisionSchema.nullable().optional() });
export type ProviderRemovalInput = z.output<typeof providerRemovalInputSchema>;

/** What `providers.json` declares now. */
export const providerConfigurationSchema = z.object({
  revision: revisionSchema.nullable().describe("null without a file"),
  providers: z.array(z.object({ id: z.string(), kind: z.string() })),
});
export type ProviderConfigurationView = z.output<typeof providerConfigurationSchema>;

/** The server of an agent's models, as far as the agent's own configuration names it. Nothing was asked of it. */
const lackedServerSchema = z.object({
  kind: z.enum(idsOf(CONFIGURABLE.filter(({ client }) => client !== null))),
  baseUrl: z.string().nullable().describe("null if the agent's configuration names none"),
  models: z.array(z.string()),
  file: z.string().nullable().describe("the file that names it"),
});
export type LackedServer = z.output<typeof lackedServerSchema>;

/** A login that an agent can be given at a terminal, for this service alone. */
const offeredLoginSchema = z.object({
  command: z.array(z.string()).describe("the agent's own command, which prints the login"),
  token: z.string().describe("the regular expression of what it prints"),
  address: z.string().describe("where requests with it are sent, and nowhere else"),
  note: z.string().describe("what to know before using it"),
  isStored: z.boolean().describe("whether it has one; another one replaces it"),
});
export type OfferedLogin = z.output<typeof offeredLoginSchema>;

/** Something on this machine, or a hosted service, that can be used. */
const foundProviderSchema = z.object({
  id: z.string(),
  label: z.string(),
  kind: z.enum(["server", "agent", "hosted"]),
  state: z.enum(["ready", "needs_key", "needs_server", "not_ready", "absent"]),
  detail: z.string(),
  models: z.array(z.string()).describe("the first ten, as provider/model"),
  lacks: lackedServerSchema.nullable().describe("for the state needs_server"),
  login: offeredLoginSchema.nullable().describe(
    "for an agent that can have a login of its own",
  ),
});
export type FoundProvider = z.output<typeof foundProviderSchema>;

export const foundProvidersSchema = providerConfigurationSchema.pick({ revision: true }).extend({
  found: z.array(foundProviderSchema),
}).meta({ id: "foundProvidersSchema" });
export type FoundProviders = z.output<typeof foundProvidersSchema>;

export const providerTestInputSchema = z.object({
  model: z.string().min(1).max(200).optional().describe("default: its first model"),
});
export type ProviderTestInput = z.output<typeof providerTestInputSchema>;

/** The result of one call. */
export const providerTestSchema = z.object({
  ok: z.boolean(),
  detail: z.string().describe("one sentence: what answered, how long it took, with which model"),
  model: z.string().nullable().describe("as provider/model; null if unknown"),
  needsKeyOf: z.string().nullable().describe("the provider whose key is missing or was refused, or null"),
  durationMilliseconds: z.number().int(),
}).meta({ id: "providerTestSchema" });
export type ProviderTest = z.output<typeof providerTestSchema>;
