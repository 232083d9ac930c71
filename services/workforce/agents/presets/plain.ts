import { anthropic } from "../../../sessions/provider_kinds/kinds/anthropic/kind.ts";
import { openai } from "../../../sessions/provider_kinds/kinds/openai/kind.ts";
import { openaiCompatible } from "../../../sessions/provider_kinds/kinds/openai_compatible/kind.ts";
import type { AgentPreset } from "./preset.ts";

/** Any other agent that speaks the protocol: it finds the proxy through the usual variables. */
export const plain: AgentPreset = {
  id: "plain",
  label: "an ACP agent",
  commands: [],
  matches: /.^/,
  speaks: [openaiCompatible, openai, anthropic],
  expects: [],
  environment: ({ address, token, model }) => ({
    OPENAI_BASE_URL: `${address}/v1`,
    OPENAI_API_KEY: token,
    OPENAI_MODEL: model,
    ANTHROPIC_BASE_URL: address,
    ANTHROPIC_API_KEY: token,
    ANTHROPIC_MODEL: model,
  }),
};
