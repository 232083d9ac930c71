import { findProgram } from "../../../ground/kernel/find_program.ts";
import type { SandboxState } from "../../../machine/processes/sandbox/mod.ts";
import type { Readiness } from "../../../sessions/models/providers/readiness.ts";
import { runsInstructions } from "./command_line.ts";
import { type CommandDefinition, UNCONFINED_RISK } from "./definition.ts";
import { searchPath } from "../../../ground/kernel/environment.ts";

/** Returns whether a configured program can take tasks now: it exists, cannot be made to execute the task's text, and is confined. */
export function commandReadiness(
  { id, command, allowUnsandboxed = false }: CommandDefinition,
  sandbox: SandboxState,
): Readiness {
  const [name = ""] = command;
  if (findProgram(name, searchPath()) === null) {
    return {
      ready: false,
      reason: `The program "${name}" of the provider "${id}" was not found, or cannot be executed.`,
      fix: "Install it in a directory on this service's PATH, or give its absolute path.",
    };
  }
  const script = runsInstructions(command);
  if (script !== null) {
    return {
      ready: false,
      reason: `The provider "${id}" has {instructions} inside a script that a shell executes: ${script}`,
      fix:
        "Remove it from the script and read the instructions from standard input, or write $1 there and {instructions} as an argument after it.",
    };
  }
  if (sandbox.available || allowUnsandboxed) return { ready: true };
  return {
    ready: false,
    reason:
      `The provider "${id}" runs its own program, and commands cannot be confined here: ${sandbox.reason}`,
    fix: `${sandbox.fix} Or set "allowUnsandboxed": true for the provider. ${UNCONFINED_RISK}`,
  };
}
