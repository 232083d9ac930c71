import { unlistedModel } from "../../bare_model.ts";
import type { ProviderKind } from "../../definition.ts";
import { probeProgram } from "../../probe/program.ts";

/** The name of an agent's own choice of model, where the configuration names none. */
export const AGENTS_OWN_MODEL = "default";

/** A coding agent that speaks the Agent Client Protocol. */
export const acp: ProviderKind<"agent"> = {
  id: "acp",
  settings: {
    needs: "command",
    has: ["command", "through", "preset", "readable", "allowUnsandboxed"],
    canConnect: true,
    define: ({ through, preset, readable, allowUnsandboxed, models }) => ({
      agent: { through, preset, readable, allowUnsandboxed },
      models,
    }),
  },
  privacy: () => "third-party",
  models: {
    catalog: false,
    own: {
      ...unlistedModel(AGENTS_OWN_MODEL),
      capabilities: ["agent"],
      notes: "The agent's own configuration selects the model.",
    },
  },
  health: { through: "cli", probe: probeProgram },
  executionPath: ({ command = [] }) => `acp: ${command.join(" ")}`,
  client: null,
  worker: "agent",
};
