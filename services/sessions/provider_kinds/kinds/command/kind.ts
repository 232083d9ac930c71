import { basename } from "node:path";
import { unlistedModel } from "../../bare_model.ts";
import type { ProviderKind, ProviderModel } from "../../definition.ts";
import { probeProgram } from "../../probe/program.ts";

/** A program of the operator's that does tasks. It is declared only in the file: it runs what its author says. */
export const command: ProviderKind<"program"> = {
  id: "command",
  settings: {
    needs: "command",
    has: ["command", "allowUnsandboxed", "network"],
    canConnect: false,
    define: ({ command = [], network, allowUnsandboxed, models }) => ({
      program: { network, allowUnsandboxed },
      models: models.length === 0 ? [itself(command)] : models,
    }),
  },
  // A program that only ever runs in a sandbox without a network keeps its input on this machine; another may send it anywhere.
  privacy: ({ network, allowUnsandboxed }) => !network && !allowUnsandboxed ? "local" : "third-party",
  models: { catalog: false, own: null },
  health: { through: "cli", probe: probeProgram },
  executionPath: ({ command = [] }) => `command: ${command.join(" ")}`,
  client: null,
  worker: "program",
};

/** Returns the name of a program where a model's name is expected. */
const itself = ([program = ""]: readonly string[]): ProviderModel => ({
  ...unlistedModel(basename(program)),
  roles: ["worker"],
});
