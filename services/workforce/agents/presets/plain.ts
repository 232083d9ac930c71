import type { AgentPreset } from "./preset.ts";

/** Any other agent that speaks the protocol: it finds the proxy through the usual variables. */
export const plain: AgentPreset = {
  id: "plain",
  label: "an ACP agent",
  commands: [],
  matches: /.^/,
  speaks: ["openai-compatible", "openai", "anthropic"],
  environment: ({ address, token, model }) => ({
    OPENAI_BASE_URL: `${address}/v1`,
    OPENAI_API_KEY: token,
    OPENAI_MODEL: model,
    ANTHROPIC_BASE_URL: address,
    ANTHROPIC_API_KEY: token,
    ANTHROPIC_MODEL: model,
  }),
};
