import type { Evidence } from "../../../store/approvals/stream.ts";
import { recordOf } from "../../../store/shared/records.ts";
import { recordArtifact } from "../../control/runs/artifacts.ts";
import {
  fileSourcesOf,
  type RaceChoice,
  type RaceOutput,
  reasonOf,
} from "../../control/workflows/graph/mod.ts";
import { asSentence, counted, money } from "../../ground/kernel/words.ts";
import { buildBundle } from "../../machine/repositories/mod.ts";
import type { StepPorts } from "../commands/ports.ts";
import { askedFor, refusalOf, requestAnswer } from "./do_approval.ts";
import { filesOf, type NodeResult } from "./do_join.ts";
import type { LoadedWorkflow } from "./loaded.ts";
import { newestOf } from "./newest.ts";
import type { WorkOf } from "./plan_node.ts";

/** A race that is over, and what its contenders have. */
type RaceWork = WorkOf<"race"> & { choice: RaceChoice };

/**
 * Asks a human whose files go on, once however often the service restarts, and returns the output and the files of that contender
 * when there is an answer. If it is rejected, no contender is picked, and the node fails.
 */
export async function pickByHuman(
  step: StepPorts,
  workflow: LoadedWorkflow,
  round: number,
  id: string,
  work: RaceWork,
): Promise<NodeResult> {
  const { latest } = askedFor(step, id);
  if (!latest) {
    await ask(step, workflow, round, id, work);
    return null;
  }
  if (latest.status === "pending") return null;
  if (latest.status !== "approved") throw refusalOf(latest);
  const { contender } = recordOf(latest.decision?.response);
  const value = work.choice.candidates.find((each) => each.contender === contender);
  if (!value) throw new Error(`the race ${work.path} has no contender ${contender}`);
  await step.boundary("race:picked");
  return {
    value,
    summary: reasonOf(work.node, value),
    sources: sourcesOf(step, workflow, work, value.contender),
  };
}

/** Returns the tasks whose results are the files of a contender; without one, those that the race begins from. */
function sourcesOf(
  step: StepPorts,
  { definition }: LoadedWorkflow,
  { path, node }: RaceWork,
  contender?: number,
): string[] {
  const sessions = step.sessions();
  const done = new Set(sessions.filter(({ status }) => status === "completed").map(({ taskId }) => taskId));
  const prefix = path.slice(0, path.lastIndexOf(".") + 1);
  const ids = contender === undefined
    ? []
    : node.with.nodes.map((each) => `${path}[${contender}].${each.id}`);
  const before = [...node.dependsOn.map((each) => prefix + each), ...ids];
  return newestOf(sessions, fileSourcesOf(definition, path, before, (other) => done.has(other)));
}

/** A contender as the question shows it, and its patch. */
type Shown = { line: string; evidence: Evidence[]; record: () => void };

async function ask(
  step: StepPorts,
  workflow: LoadedWorkflow,
  round: number,
  id: string,
  work: RaceWork,
): Promise<void> {
  const { path, node, choice: { candidates, out, form } } = work;
  const shown: Shown[] = [];
  for (const candidate of candidates) shown.push(await showCandidate(step, workflow, id, work, candidate));
  const all = counted(node.with.contenders.length, "contender");
  await step.boundary("race:asking");
  await step.advance(round, (run) => {
    for (const { record } of shown) record();
    requestAnswer(step, run, id, {
      risk: "low",
      title: `Pick a contender of the race "${node.title ?? path}"`,
      summary: [
        `${candidates.length} of ${all} succeeded.`,
        ...shown.map(({ line }) => line),
        ...out.map((why) => asSentence(why.replaceAll(/\s*\n\s*/g, " "))),
      ].join("\n").slice(0, 4000),
      reasons: [
        "The files of the contender that you pick go on, and the others are left out. This cannot be undone.",
      ],
      evidence: shown.flatMap(({ evidence }) => evidence),
      permissionKey: `${path}#pick`,
      form: { ...form },
    });
  });
}

/** Returns what a person compares: the commands, the changes, the cost and the time of a contender. */
async function showCandidate(
  step: StepPorts,
  workflow: LoadedWorkflow,
  id: string,
  work: RaceWork,
  { contender, provider, output }: RaceOutput,
): Promise<Shown> {
  const { ctx } = step;
  const from = await filesOf(step, work, sourcesOf(step, workflow, work));
  const to = await filesOf(step, work, sourcesOf(step, workflow, work, contender));
  const trees = { baseCommit: from.commit, baseTree: from.tree, resultTree: to.tree };
  const { patch, manifest } = await buildBundle(await step.control(), trees, step.signal);
  const { files, additions, deletions } = manifest.stats;
  const tasks = step.sessions().filter(({ node }) => node?.path.startsWith(`${work.path}[${contender}].`));
  const costs = tasks.flatMap(({ usage }) => usage?.costUsd ?? []);
  const seconds = tasks.reduce((sum, { work }) => sum + (work?.milliseconds ?? 0), 0) / 1000;
  const commands = work.node.with.nodes.filter(({ kind }) => kind === "command")
    .map((each) =>
      `${each.title ?? each.id} ended with exit code ${recordOf(output[each.id]).exitCode ?? 0}`
    );
  const changes = `${counted(files, "file")}, +${additions} −${deletions}`;
  const cost = costs.length === 0 ? [] : [money(costs.reduce((sum, each) => sum + each, 0))];
  const line = `${contender} (${provider}): ${
    [...commands, changes, ...cost, `${seconds.toFixed(1)} s`].join("; ")
  }.`;
  if (files === 0) return { line, evidence: [], record: () => {} };
  const redacted = ctx.redactor.text(new TextDecoder().decode(patch));
  const content = await ctx.artifacts.write(redacted);
  const about = {
    path: `tasks/${id}/contender-${contender}.patch`,
    summary: `Contender ${contender} (${provider}): ${changes}`,
  };
  return {
    line,
    evidence: [{ id: `${id}/contender-${contender}`, kind: "trace", ...about, ...content }],
    record: () =>
      recordArtifact(ctx, step.context(id), content, {
        ...about,
        purpose: "task-patch",
        previewType: "diff",
        label: `Patch of contender ${contender}`,
        mediaType: "text/x-diff",
      }, { text: redacted }),
  };
}
