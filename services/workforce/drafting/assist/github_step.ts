import type { Path } from "../../../control/workflows/language/issue.ts";
import type { ForeignValues } from "./foreign_values.ts";
import { type Import, scalarTextOf } from "./import.ts";

/** What the steps of a job share. */
export type Job = { name: string; values: ForeignValues; env: Readonly<Record<string, string>> };

type Place = { path: Path; at: number; before: readonly string[] };

/** Adds the command of a step of GitHub Actions; returns its id, or null if nothing was made of the step. */
export function addStep(
  { name, values, env }: Job,
  step: Record<string, unknown>,
  { path, at, before }: Place,
  into: Import,
): string | null {
  if (typeof step.uses === "string") {
    const isCheckout = step.uses.startsWith("actions/checkout");
    const why = isCheckout
      ? "Not needed, because every node starts with the repository."
      : `The action "${step.uses}" is external code.`;
    into.note(isCheckout ? [...path, "uses"] : path, isCheckout ? "changed" : "refused", why);
    return null;
  }
  const run = scalarTextOf(step.run);
  if (run === "") {
    into.note(path, "refused", "The step has no command.");
    return null;
  }
  const written = values.commandWithVariables(path, run);
  const command = written && into.command(path, written.command);
  if (written === null || command === null) return null;
  const variables = {
    ...env,
    ...values.environment([...path, "env"], step.env),
    ...written.env,
  };
  into.note([...path, "run"], "imported", "A command.");
  into.use([...path, "id"]);
  const title = into.text([...path, "name"], step.name, 200);
  return into.add(path, `${name}_${scalarTextOf(step.id, String(at + 1))}`, {
    kind: "command",
    ...(title !== "" && { title }),
    ...(before.length > 0 && { dependsOn: [...before] }),
    ...timeoutOf(step, path, into),
    ...onErrorOf(step, path, into),
    with: {
      command,
      ...(Object.keys(variables).length > 0 && { env: variables }),
      ...directoryOf(step, path, into),
    },
  });
}

function timeoutOf({ "timeout-minutes": minutes }: Record<string, unknown>, path: Path, into: Import) {
  if (!Number.isInteger(minutes) || Number(minutes) < 1 || Number(minutes) > 1_440) return {};
  into.use([...path, "timeout-minutes"]);
  return { timeout: `PT${minutes}M` };
}

function onErrorOf({ "continue-on-error": isTolerant }: Record<string, unknown>, path: Path, into: Import) {
  if (typeof isTolerant !== "boolean") return {};
  into.use([...path, "continue-on-error"]);
  return isTolerant ? { onError: "continue" } : {};
}

function directoryOf({ "working-directory": cwd }: Record<string, unknown>, path: Path, into: Import) {
  if (typeof cwd !== "string" || cwd === "" || cwd.includes("${{") || cwd.length > 1_000) return {};
  into.use([...path, "working-directory"]);
  return { cwd };
}
