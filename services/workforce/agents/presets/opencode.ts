import { openai } from "../../../sessions/provider_kinds/kinds/openai/kind.ts";
import { openaiCompatible } from "../../../sessions/provider_kinds/kinds/openai_compatible/kind.ts";
import { opencodeConfiguration } from "../configuration/opencode.ts";
import type { AgentPreset } from "./preset.ts";

/** opencode: any OpenAI-compatible model. Its edits and commands ask only when configured to. */
export const opencode: AgentPreset = {
  id: "opencode",
  label: "opencode",
  commands: [["opencode", "acp"]],
  matches: /(?:^|\/)opencode(?:\.exe)?(?:$|\s)|opencode-/,
  speaks: [openaiCompatible, openai],
  configuration: opencodeConfiguration,
  expects: [{ name: "rg", does: "searches files", package: "ripgrep", place: ".cache/opencode/bin" }],
  environment: ({ address, token, model }) => ({
    OPENCODE_CONFIG_CONTENT: JSON.stringify({
      model: `harness/${model}`,
      small_model: `harness/${model}`,
      share: "disabled",
      autoupdate: false,
      enabled_providers: ["harness"],
      provider: {
        harness: {
          npm: "@ai-sdk/openai-compatible",
          name: "agent-harness",
          options: { baseURL: `${address}/v1`, apiKey: token },
          models: {
            [model]: { name: model, tool_call: true, limit: { context: 100_000, output: 8_000 } },
          },
        },
      },
      permission: { edit: "ask", bash: "ask", external_directory: "ask", webfetch: "deny" },
      experimental: { continue_loop_on_deny: true },
    }),
    // Without a password its own server on 127.0.0.1 is open to everyone.
    OPENCODE_SERVER_PASSWORD: crypto.randomUUID(),
    OPENCODE_DISABLE_AUTOUPDATE: "1",
    OPENCODE_DISABLE_MODELS_FETCH: "1",
    OPENCODE_DISABLE_LSP_DOWNLOAD: "1",
    OPENCODE_DISABLE_DEFAULT_PLUGINS: "1",
    OPENCODE_DISABLE_PROJECT_CONFIG: "1",
    OPENCODE_DISABLE_SHARE: "1",
  }),
};
