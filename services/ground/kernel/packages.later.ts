/**
 * The packages that a part of the service loads when it first needs them. `as string`, because Deno fetches and reads what a
 * bare literal names before the program starts, needed or not.
 */
// deno-fmt-ignore: one line each
export const PACKAGES = {
  acp: () => import("@agentclientprotocol/sdk" as string) as Promise<typeof import("@agentclientprotocol/sdk")>,
  ai: () => import("ai" as string) as Promise<typeof import("ai")>,
  anthropic: () => import("@ai-sdk/anthropic" as string) as Promise<typeof import("@ai-sdk/anthropic")>,
  chrono: () => import("chrono-node/en" as string) as Promise<typeof import("chrono-node/en")>,
  cronstrue: () => import("cronstrue" as string) as Promise<typeof import("cronstrue")>,
  jsonc: () => import("jsonc-parser" as string) as Promise<typeof import("jsonc-parser")>,
  mailComposer: () => import("nodemailer/lib/mail-composer" as string) as Promise<typeof import("nodemailer/lib/mail-composer")>,
  mailWords: () => import("nodemailer/lib/mime-funcs" as string) as Promise<typeof import("nodemailer/lib/mime-funcs")>,
  oauth: () => import("oauth4webapi" as string) as Promise<typeof import("oauth4webapi")>,
  openai: () => import("@ai-sdk/openai" as string) as Promise<typeof import("@ai-sdk/openai")>,
  openaiCompatible: () => import("@ai-sdk/openai-compatible" as string) as Promise<typeof import("@ai-sdk/openai-compatible")>,
  pgBoss: () => import("pg-boss" as string) as Promise<typeof import("pg-boss")>,
  smtp: () => import("nodemailer/lib/smtp-connection" as string) as Promise<typeof import("nodemailer/lib/smtp-connection")>,
  toml: () => import("smol-toml" as string) as Promise<typeof import("smol-toml")>,
  tsdav: () => import("tsdav" as string) as Promise<typeof import("tsdav")>,
};
