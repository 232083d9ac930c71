import { openaiCompatible } from "../../../sessions/provider_kinds/kinds/openai_compatible/kind.ts";
import { geminiConfiguration } from "../configuration/gemini.ts";
import type { AgentPreset } from "./preset.ts";

/** Gemini CLI: Google's own protocol, which the proxy forwards for a provider at Google's OpenAI-compatible address. */
export const gemini: AgentPreset = {
  id: "gemini",
  label: "Gemini CLI",
  commands: [["gemini", "--acp"]],
  matches: /(?:^|\/)gemini(?:\.js)?(?:$|\s)|gemini-cli/,
  speaks: [openaiCompatible],
  expects: [],
  configuration: geminiConfiguration,
  environment: ({ address, token, model }) => ({
    GEMINI_API_KEY: token,
    GEMINI_MODEL: model,
    GOOGLE_GEMINI_BASE_URL: address,
    GEMINI_CLI_NO_RELAUNCH: "true",
    GEMINI_DEFAULT_AUTH_TYPE: "gemini-api-key",
  }),
  files: () => ({
    ".gemini/settings.json": JSON.stringify({
      security: { auth: { selectedType: "gemini-api-key" } },
      privacy: { usageStatisticsEnabled: false },
      general: { enableAutoUpdate: false, enableAutoUpdateNotification: false },
      telemetry: { enabled: false },
    }),
  }),
  note:
    "It needs a provider with Google's OpenAI-compatible address, which ends in /v1beta/openai: the proxy then forwards Google's own protocol with the same key.",
};
