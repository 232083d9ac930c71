import { z } from "zod";
import { OWN_SETTINGS, type OwnSettings } from "../../../provider_kinds/definition.ts";
import { privacyOfAddress } from "../../../provider_kinds/privacy.ts";
import {
  CONFIGURABLE,
  type ConfigurableKind,
  configurableKind,
  idsOf,
} from "../../../provider_kinds/kinds/table.ts";

/** Headers with credentials, which belong in a secret. */
const CREDENTIAL_HEADER = /^(?:authorization|proxy-authorization|cookie|x-api-key|api-key)$/i;

const tokens = z.number().int().min(1).max(100_000_000);
const price = z.number().min(0).max(100_000);
const words = z.array(z.string().min(1).max(64)).max(50);
const idSchema = z.string().regex(
  /^[a-z0-9][a-z0-9._-]{0,63}$/,
  "1 to 64 lower-case letters, digits, dots, hyphens and underscores, beginning with a letter or digit",
);

const modelSettingsSchema = z.strictObject({
  id: z.string().min(1).max(200),
  contextTokens: tokens.nullable().default(null),
  outputTokens: tokens.nullable().default(null),
  inputCostPerMillion: price.nullable().default(null),
  outputCostPerMillion: price.nullable().default(null),
  capabilities: words.default([]),
  roles: words.default([]),
  notes: z.string().max(2000).nullable().default(null),
});

const providerSettingsSchema = z.strictObject({
  id: idSchema.refine((id) => id !== "builtin", '"builtin" is the name of what the program brings itself'),
  kind: z.enum(idsOf(CONFIGURABLE)).transform(configurableKind),
  label: z.string().min(1).max(200).optional(),
  baseUrl: z.string().max(2000).optional(),
  secret: z.union([
    z.string().min(1).max(100).transform((name) => ({ name })),
    z.strictObject({ name: z.string().min(1).max(100) }),
  ]).nullable().default(null),
  privacy: z.enum(["local", "private-network", "third-party"]).optional(),
  command: z.array(z.string().min(1).max(4000)).min(1).max(100).optional(),
  through: idSchema.optional(),
  preset: z.enum(["opencode", "claude", "codex", "gemini", "plain"]).optional(),
  readable: z.array(z.string().regex(/^\//, "an absolute path")).max(50).default([]),
  allowUnsandboxed: z.boolean().default(false),
  network: z.boolean().default(false),
  models: z.array(modelSettingsSchema).max(500).default([]),
  headers: z.record(z.string().regex(/^[A-Za-z0-9-]{1,100}$/, "a header name"), z.string().max(4000))
    .optional(),
}).transform((provider) => {
  const baseUrl = provider.baseUrl ?? provider.kind.settings.baseUrl;
  return { ...provider, ...(baseUrl !== undefined && { baseUrl: baseUrl.replace(/\/+$/, "") }) };
}).superRefine((provider, context) => {
  const problem = problemOf(provider);
  if (problem) context.addIssue({ code: "custom", ...problem });
});
export type ProviderSettings = z.output<typeof providerSettingsSchema>;

type Problem = { path: string[]; message: string };

/** The settings as they were read, before they are checked against the kind. */
type Unchecked = OwnSettings & {
  kind: ConfigurableKind;
  baseUrl?: string | undefined;
  secret: { name: string } | null;
  headers?: Record<string, string> | undefined;
};

/**
 * Returns a setting that the kind does not have, or one that it needs and that is missing; null if its settings are valid.
 */
function misfitOf(provider: Unchecked): Problem | null {
  const { id, settings: { needs, has } } = provider.kind;
  if (needs === "command" && !provider.command) {
    return {
      path: ["command"],
      message: `the kind ${id} needs the program and its arguments, such as ["opencode", "acp"]`,
    };
  }
  const field = OWN_SETTINGS.find((name) => isGiven(provider[name]) && !has.includes(name));
  if (field) {
    const others = idsOf(CONFIGURABLE.filter(({ settings }) => settings.has.includes(field)));
    return {
      path: [field],
      message: field === "command"
        ? `the kind ${id} runs no command. Use ${others.join(" or ")}`
        : `it applies to the ${others.length > 1 ? "kinds" : "kind"} ${
          others.join(" and ")
        }, and this provider is ${id}`,
    };
  }
  if (needs === "baseUrl" && provider.baseUrl === undefined) {
    return {
      path: ["baseUrl"],
      message: "it is missing. Give the address, such as http://127.0.0.1:11434/v1",
    };
  }
  return null;
}

const isGiven = (value: unknown): boolean => Array.isArray(value) ? value.length > 0 : Boolean(value);

function problemOf(provider: Unchecked): Problem | null {
  const misfit = misfitOf(provider);
  if (misfit) return misfit;
  const address = provider.baseUrl === undefined
    ? null
    : addressProblem(provider.baseUrl, provider.secret !== null);
  if (address) return { path: ["baseUrl"], message: address };
  const twice = provider.models.find(({ id }, i) => provider.models.findIndex((m) => m.id === id) < i);
  if (twice) return { path: ["models"], message: `the model "${twice.id}" appears twice` };
  const header = Object.keys(provider.headers ?? {}).find((name) => CREDENTIAL_HEADER.test(name));
  if (header) {
    return {
      path: ["headers"],
      message:
        `"${header}" contains credentials. Store them with POST /secrets and set "secret" to the secret's name`,
    };
  }
  return null;
}

function addressProblem(address: string, hasSecret: boolean): string | null {
  const url = URL.parse(address);
  if (!url || !/^https?:$/.test(url.protocol)) {
    return `"${address}" is not an http or https address, such as http://127.0.0.1:11434/v1`;
  }
  if (url.username || url.password) {
    return "the address contains credentials. Store them with POST /secrets and set secret to the secret's name";
  }
  if (url.search || url.hash) return `"${address}" has a query or a fragment. Give the address without them`;
  if (hasSecret && url.protocol === "http:" && privacyOfAddress(address) === "third-party") {
    return `"${address}" would send the secret unencrypted. Use https`;
  }
  return null;
}

/** The content of `providers.json`. */
export const providerSettingsFileSchema = z.strictObject({
  providers: z.array(providerSettingsSchema).max(100).default([]).superRefine((providers, context) => {
    providers.forEach(({ id }, i) => {
      if (providers.findIndex((other) => other.id === id) < i) {
        context.addIssue({ code: "custom", path: [i, "id"], message: `"${id}" appears twice` });
      }
    });
  }),
  /** In US dollars per UTC day. */
  budgets: z.strictObject({
    perRunUsd: z.number().positive().max(1_000_000).optional(),
    perDayUsd: z.number().positive().max(1_000_000).optional(),
    /** What happens to a call with an unknown price while there is a budget. */
    unknownCost: z.enum(["warn", "refuse"]).default("warn"),
  }).prefault({}),
  checks: z.strictObject({
    intervalSeconds: z.number().int().min(10).max(86_400).default(300),
    timeoutMilliseconds: z.number().int().min(100).max(60_000).default(10_000),
  }).prefault({}),
});
export type ProviderSettingsFile = z.output<typeof providerSettingsFileSchema>;
