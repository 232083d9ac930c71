import { InvalidError } from "../../../ground/kernel/errors.ts";
import type { Path } from "../../../control/workflows/language/issue.ts";
import { ForeignValues } from "./foreign_values.ts";
import { addStep, type Job } from "./github_step.ts";
import { type Import, scalarTextOf } from "./import.ts";
import { recordOf } from "../../../../store/shared/records.ts";

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
  const values = new ForeignValues(into);
  const env = values.environment(["env"], value.env);
  const last = new Map<string, string>();
  const open = Object.entries(jobs).map(([name, job]) => ({ name, job: recordOf(job) }));
  // A job is converted after those that it needs: their order in the file does not matter.
  for (let before = -1; open.length > 0 && open.length !== before;) {
    before = open.length;
    for (const each of [...open]) {
      const needs = [each.job.needs ?? []].flat().map((need) => scalarTextOf(need))
        .filter((need) => Object.hasOwn(jobs, need));
      if (needs.some((need) => !last.has(need))) continue;
      open.splice(open.indexOf(each), 1);
      const ids = needs.map((need) => last.get(need)!).filter((id) => id !== "");
      last.set(each.name, addJob(each.name, each.job, ids, { values, env }, into));
    }
  }
  for (const { name } of open) {
    into.note(["jobs", name], "refused", `"${name}" needs a job that needs it, too.`);
  }
  return { name: into.text(["name"], value.name, 100) || "Imported workflow", ...values.schema() };
}

/** Adds a job's steps, each after the previous one; returns the id of the last. */
function addJob(
  name: string,
  job: Record<string, unknown>,
  needs: readonly string[],
  { values, env }: Pick<Job, "values" | "env">,
  into: Import,
): string {
  const path: Path = ["jobs", name];
  if (typeof job.uses === "string") {
    const why =
      `The job is the workflow "${job.uses}". Import that one, and start it with a node of kind workflow.`;
    into.note(path, "refused", why);
    return "";
  }
  if (job["runs-on"] !== undefined) into.note([...path, "runs-on"], "changed", "It runs on this machine.");
  if (job.name !== undefined) into.note([...path, "name"], "changed", "A job has no name here.");
  into.use([...path, "needs"]);
  if ([job.needs ?? []].flat().length > needs.length) {
    into.note([...path, "needs"], "changed", "It waits only for jobs of which something was imported.");
  }
  const own = { name, values, env: { ...env, ...values.environment([...path, "env"], job.env) } };
  let before = needs;
  const steps = Array.isArray(job.steps) ? job.steps : [];
  for (const [at, step] of steps.entries()) {
    const place = [...path, "steps", at];
    const id = addStep(own, recordOf(step), { path: place, at, before }, into);
    if (id !== null) before = [id];
  }
  if (before === needs && job.env !== undefined) {
    into.note([...path, "env"], "refused", "No step of this job was imported.");
  }
  return before[0] ?? "";
}
