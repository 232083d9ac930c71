import type { BaseCheck } from "../../../../store/runs/base_check.ts";
import type { RunDocument } from "../../../../store/runs/document.ts";
import { failuresOf } from "../../../control/runs/failures.ts";
import { describeEnd } from "../../../machine/processes/describe_end.ts";
import type { StepPorts } from "../../commands/ports.ts";
import { verifyHere } from "../../commands/verify_here.ts";

/** The result of a check without its key, and the command's output. */
type BaseExecution = { check: Omit<BaseCheck, "key">; output: string };

/** Runs the verifier on the files before the change, in a separate workspace. Throws what `runCommand` throws. */
export async function executeOnBase(
  step: StepPorts,
  run: RunDocument,
  signal: AbortSignal,
): Promise<BaseExecution> {
  const { commit, tree } = run.base!;
  const { command } = run.verifier!;
  const result = await verifyHere(step, { run, commit, about: "base", signal });
  if (result === "waits") throw new Error("the setup on the base must not wait for a decision");
  const { exitCode, timedOut, output, durationMilliseconds, confinement } = result;
  const passed = exitCode === 0 && !timedOut;
  const detail = passed
    ? `The verifier "${command}" passed.`
    : describeEnd(`The verifier "${command}"`, { exitCode, timedOut, confinement });
  return {
    output,
    check: {
      tree,
      command,
      outcome: timedOut ? "not_run" : passed ? "passed" : "failed",
      exitCode,
      durationMilliseconds: Math.round(durationMilliseconds),
      failures: passed ? [] : failuresOf(output),
      detail,
    },
  };
}
