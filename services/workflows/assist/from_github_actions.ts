import { InvalidError } from "../../kernel/errors.ts";
import { blockedByCommand } from "../../policy/commands.ts";
import type { Path } from "../language/issue.ts";
import { type Import, textOf } from "./import.ts";

/** As many as a workflow can have nodes. */
const MAX_JOBS = 200;

/** Converts a GitHub Actions workflow: the commands of its jobs, in order. Actions are refused. */
export function fromGitHubActions(value: Record<string, unknown>, into: Import): Record<string, unknown> {
  const { jobs } = value;
  if (typeof jobs !== "object" || jobs === null) {
    throw new InvalidError('A GitHub Actions workflow needs "jobs".');
  }
  if (Object.keys(jobs).length > MAX_JOBS) {
    throw new InvalidError(`The workflow has more than ${MAX_JOBS} jobs. Import a part of it.`);
  }
  if (value.on !== undefined) into.note(["on"], "refused", "This is a trigger. Create an automation for it.");
  into.refuseOthers(value, [], ["name", "jobs", "on"]);
  const last = new Map<string, string>();
  const open = Object.entries(jobs).map(([name, job]) => ({
    name,
    job: (job ?? {}) as Record<string, unknown>,
  }));
  // A job is converted after those that it needs: their order in the file does not matter.
  for (let before = -1; open.length > 0 && open.length !== before;) {
    before = open.length;
    for (const each of [...open]) {
      const needs = [each.job.needs ?? []].flat().map((need) => textOf(need));
      if (needs.some((need) => !last.has(need))) continue;
      open.splice(open.indexOf(each), 1);
      const id = addJob(
        each.name,
        each.job,
        needs.map((need) => last.get(need)!).filter((id) => id !== ""),
        into,
      );
      last.set(each.name, id);
    }
  }
  for (const { name } of open) {
    into.note(["jobs", name], "refused", `"${name}" needs a job that does not exist.`);
  }
  return { name: textOf(value.name, "Imported workflow").slice(0, 100) };
}

/** Adds a job's steps, each after the previous one; returns the id of the last. */
function addJob(name: string, job: Record<string, unknown>, needs: readonly string[], into: Import): string {
  const path: Path = ["jobs", name];
  into.refuseOthers(job, path, ["needs", "steps", "name", "runs-on"]);
  if (job["runs-on"] !== undefined) into.note([...path, "runs-on"], "changed", "It runs on this machine.");
  let before = needs;
  const steps = Array.isArray(job.steps) ? job.steps : [];
  steps.forEach((step, at) => {
    const id = addStep(
      name,
      (step ?? {}) as Record<string, unknown>,
      [...path, "steps", at],
      at,
      before,
      into,
    );
    if (id !== null) before = [id];
  });
  return before[0] ?? "";
}

function addStep(
  job: string,
  step: Record<string, unknown>,
  path: Path,
  at: number,
  before: readonly string[],
  into: Import,
): string | null {
  if (typeof step.uses === "string") {
    if (step.uses.startsWith("actions/checkout")) {
      into.note([...path, "uses"], "changed", "Not needed, because every node starts with the repository.");
    } else into.note([...path, "uses"], "refused", `The action "${step.uses}" is external code.`);
    return null;
  }
  if (typeof step.run !== "string") {
    into.note(path, "refused", "The step has no command.");
    return null;
  }
  if (step.run.includes("${{")) {
    into.note(
      [...path, "run"],
      "refused",
      "The command contains values. Pass them with env and rewrite it.",
    );
    return null;
  }
  const blocked = blockedByCommand(step.run);
  if (blocked) {
    into.note(
      [...path, "run"],
      "refused",
      `"${blocked.program}" belongs to the blocked class "${blocked.id}".`,
    );
    return null;
  }
  const env = Object.entries((step.env ?? {}) as Record<string, unknown>);
  const taken = env.filter(([, value]) => !textOf(value).includes("${{"));
  for (const [key] of env.filter(([, value]) => textOf(value).includes("${{"))) {
    into.note([...path, "env", key], "refused", "It uses another expression language. Rewrite it.");
  }
  into.refuseOthers(step, path, ["name", "run", "env", "id", "working-directory", "continue-on-error"]);
  into.note([...path, "run"], "imported", "A command.");
  const id = into.id(`${job}_${textOf(step.id, String(at + 1))}`);
  into.nodes.push({
    id,
    kind: "command",
    ...(typeof step.name === "string" && { title: step.name.slice(0, 200) }),
    ...(before.length > 0 && { dependsOn: [...before] }),
    ...(step["continue-on-error"] === true && { onError: "continue" }),
    with: {
      command: step.run.trim(),
      ...(taken.length > 0 && { env: Object.fromEntries(taken.map(([key, value]) => [key, textOf(value)])) }),
      ...(typeof step["working-directory"] === "string" && { cwd: step["working-directory"] }),
    },
  });
  return id;
}
