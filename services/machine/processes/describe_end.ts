import type { Confinement } from "../../../store/processes/document.ts";
import type { ProcessResult } from "./run.ts";

/** Returns the end of an output for use in a sentence. */
const lastLines = (output: string): string => output.trimEnd().split("\n").slice(-5).join("\n").slice(-1000);

/** The exit code with which a shell says that there is no such program. */
const NOT_FOUND = 127;

/**
 * Returns how a command ended, as sentences about its name, such as `The verifier "npm test"`. With `output`, its last lines
 * are part of them. For a missing program they say where programs are looked for.
 */
export function describeEnd(
  name: string,
  { exitCode, timedOut, confinement, output }:
    & Pick<ProcessResult, "exitCode" | "timedOut">
    & Partial<Pick<ProcessResult, "output">>
    & { confinement?: Confinement },
): string {
  if (timedOut) return `${name} took too long and was stopped.`;
  const said = output === undefined ? "" : lastLines(output);
  const end = `${name} ended with exit code ${exitCode}${said === "" ? "." : `: ${said}`}`;
  if (exitCode !== NOT_FOUND) return end;
  const advice =
    "A program that it needs was not found. Install it in a directory on the PATH of this service, or give " +
    "another command.";
  const sandbox = ' In a sandbox it must also be shown: see "readable" in sandbox.json.';
  return `${end}${said === "" ? " " : "\n"}${advice}${confinement?.kind === "none" ? "" : sandbox}`;
}
