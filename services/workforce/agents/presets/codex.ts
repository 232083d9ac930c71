import { openai } from "../../../sessions/provider_kinds/kinds/openai/kind.ts";
import { openaiCompatible } from "../../../sessions/provider_kinds/kinds/openai_compatible/kind.ts";
import { codexConfiguration } from "../configuration/codex.ts";
import type { AgentPreset } from "./preset.ts";

/** Its own sandbox would have to start another one within ours, which nothing in there may. */
const ESCALATE =
  'Your sandbox cannot start here, because you are already confined. Run every command with sandbox_permissions "require_escalated".';

/** Codex through its ACP adapter: the Responses protocol only. Read-only on request makes every edit ask. */
export const codex: AgentPreset = {
  id: "codex",
  label: "Codex",
  commands: [["codex-acp"]],
  matches: /codex-acp/,
  speaks: [openai, openaiCompatible],
  expects: [],
  configuration: codexConfiguration,
  adapts: { program: "codex", npm: "@agentclientprotocol/codex-acp" },
  environment: ({ home, token }) => ({
    CODEX_HOME: `${home}/.codex`,
    HARNESS_KEY: token,
    NO_BROWSER: "1",
    INITIAL_AGENT_MODE: "read-only",
  }),
  files: ({ address, model }) => ({
    ".codex/config.toml": `model = ${JSON.stringify(model)}
model_provider = "harness"
approval_policy = "on-request"
sandbox_mode = "read-only"
check_for_update_on_startup = false
developer_instructions = ${JSON.stringify(ESCALATE)}
[features]
plugins = false
apps = false
remote_plugin = false
[analytics]
enabled = false
[model_providers.harness]
name = "agent-harness"
base_url = ${JSON.stringify(`${address}/v1`)}
wire_api = "responses"
env_key = "HARNESS_KEY"
`,
  }),
  asks: ["read-only"],
  // It needs seconds to end after its input is closed.
  limits: { close: 10_000 },
  note: "It needs a provider with the Responses API.",
};
