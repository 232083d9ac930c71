import { z } from "zod";
import { privacyOf } from "./privacy.ts";

const BASE_OF_KIND: Readonly<Record<string, string>> = {
  openai: "https://api.openai.com/v1",
  anthropic: "https://api.anthropic.com/v1",
};

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
  kind: z.enum(["openai-compatible", "openai", "anthropic", "acp", "command"]),
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
  const baseUrl = provider.baseUrl ?? BASE_OF_KIND[provider.kind];
  return { ...provider, ...(baseUrl !== undefined && { baseUrl: baseUrl.replace(/\/+$/, "") }) };
}).superRefine((provider, context) => {
  const problem = problemOf(provider);
  if (problem) context.addIssue({ code: "custom", ...problem });
});
export type ProviderSettings = z.output<typeof providerSettingsSchema>;

type Problem = { path: string[]; message: string };

function problemOf(provider: {
  kind: string;
  baseUrl?: string | undefined;
  secret: { name: string } | null;
  command?: string[] | undefined;
  through?: string | undefined;
  preset?: string | undefined;
  readable: string[];
  allowUnsandboxed: boolean;
  network: boolean;
  models: { id: string }[];
  headers?: Record<string, string> | undefined;
}): Problem | null {
  const runsProgram = provider.kind === "acp" || provider.kind === "command";
  if (runsProgram && !provider.command) {
    return {
      path: ["command"],
      message: `the kind ${provider.kind} needs the program and its arguments, such as ["opencode", "acp"]`,
    };
  }
  if (!runsProgram && provider.command) {
    return { path: ["command"], message: `the kind ${provider.kind} runs no command. Use acp or command` };
  }
  if (provider.kind !== "acp") {
    const field = provider.through
      ? "through"
      : provider.preset
      ? "preset"
      : provider.readable.length > 0
      ? "readable"
      : null;
    if (field) {
      return { path: [field], message: `it applies to the kind acp, and this provider is ${provider.kind}` };
    }
  }
  if (!runsProgram && provider.allowUnsandboxed) {
    return {
      path: ["allowUnsandboxed"],
      message: `it applies to the kinds acp and command, and this provider is ${provider.kind}`,
    };
  }
  if (provider.kind !== "command" && provider.network) {
    return {
      path: ["network"],
      message: `it applies to the kind command, and this provider is ${provider.kind}`,
    };
  }
  if (!runsProgram && provider.baseUrl === undefined) {
    return {
      path: ["baseUrl"],
      message: "it is missing. Give the address, such as http://127.0.0.1:11434/v1",
    };
  }
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
  if (hasSecret && url.protocol === "http:" && privacyOf(address) === "third-party") {
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
