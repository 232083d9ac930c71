import { anthropic, anthropicLogin } from "../../../sessions/provider_kinds/kinds/anthropic/kind.ts";
import { claudeConfiguration } from "../configuration/claude.ts";
import type { AgentPreset } from "./preset.ts";

/** Claude Code through its ACP adapter: the Messages protocol. In its "auto" mode, in which it may begin, a model answers for people. */
export const claude: AgentPreset = {
  id: "claude",
  label: "Claude Code",
  commands: [["claude-agent-acp"]],
  matches: /claude-agent-acp|claude-code-acp/,
  speaks: [anthropic],
  expects: [],
  configuration: claudeConfiguration,
  adapts: { program: "claude", npm: "@agentclientprotocol/claude-agent-acp" },
  environment: ({ home, address, token, model }) => ({
    ANTHROPIC_BASE_URL: address,
    ANTHROPIC_API_KEY: token,
    ANTHROPIC_MODEL: model,
    ANTHROPIC_SMALL_FAST_MODEL: model,
    CLAUDE_CONFIG_DIR: `${home}/.claude`,
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: "1",
    DISABLE_AUTOUPDATER: "1",
    DISABLE_TELEMETRY: "1",
    DISABLE_ERROR_REPORTING: "1",
    // Otherwise it retries silently for minutes.
    CLAUDE_CODE_MAX_RETRIES: "2",
  }),
  login: {
    command: ["claude", "setup-token"],
    token: /^sk-ant-oat[\w-]{20,}$/,
    kind: anthropicLogin,
    baseUrl: "https://api.anthropic.com/v1",
    models: ["sonnet", "opus", "haiku"],
    environment: ({ token }) => ({ CLAUDE_CODE_OAUTH_TOKEN: token }),
    note:
      "Anthropic's terms may not allow a subscription for what other programs request; an API key is always allowed.",
  },
  asks: ["default", "plan"],
  // Ignore the repository's hooks, permissions and servers.
  meta: { claudeCode: { options: { settingSources: [], strictMcpConfig: true } } },
};
