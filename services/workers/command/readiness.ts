import { findProgram } from "../../processes/find_program.ts";
import type { SandboxState } from "../../processes/sandbox/mod.ts";
import type { Readiness } from "../../models/providers/readiness.ts";
import { runsInstructions } from "./command_line.ts";
import { type CommandDefinition, UNCONFINED_RISK } from "./definition.ts";
import { searchPath } from "../../kernel/environment.ts";

/** Whether a configured program can take tasks now: it is there, cannot be made to run the task's text, and is held. */
export function commandReadiness(
  { id, command, allowUnsandboxed = false }: CommandDefinition,
  sandbox: SandboxState,
): Readiness {
  const [name = ""] = command;
  if (findProgram(name, searchPath()) === null) {
    return {
      ready: false,
      reason: `The program "${name}" of the provider "${id}" is not there, or may not be executed.`,
      fix: "Install it where the PATH of this service leads, or give its absolute path.",
    };
  }
  const script = runsInstructions(command);
  if (script !== null) {
    return {
      ready: false,
      reason: `The provider "${id}" has {instructions} inside of a text that a shell runs: ${script}`,
      fix:
        "Take it out of the text and read the instructions as input, or write $1 there and {instructions} as an argument after it.",
    };
  }
  if (sandbox.available || allowUnsandboxed) return { ready: true };
  return {
    ready: false,
    reason:
      `The provider "${id}" runs a program of its own, and commands cannot be confined here: ${sandbox.reason}`,
    fix: `${sandbox.fix} Or set "allowUnsandboxed": true for the provider. ${UNCONFINED_RISK}`,
  };
}
