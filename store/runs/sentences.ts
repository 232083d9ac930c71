import type { SentencesFor } from "../domain.ts";
import { modelSentences, routeSentences } from "../model_use/sentences.ts";
import { counted, firstLine } from "../words.ts";
import type { runEvents } from "./events.ts";
import { describeNetwork } from "./network_words.ts";

const reach = (network: boolean | undefined): string => network ? "with the network" : "without network";

const seconds = (milliseconds: number): string => `${(milliseconds / 1000).toFixed(1)} s`;

const short = (hash: string): string => hash.slice(0, 12);

/** What happens to a run. */
export const runSentences: SentencesFor<typeof runEvents> = {
  "run.created": ({ data, actor }) => `The ${actor} asked for: ${firstLine(data.request)}`,
  "run.queued": () => "The run was queued.",
  "run.put_first": ({ actor }) => `The ${actor} put the run before all others of the queue.`,
  "run.started": () => "The run was started.",
  "run.recovered": () => "The service was restarted and the run went on from its last recorded step.",
  "run.policy_decided": ({ data }) => `Policy: ${data.reason} (class ${data.policyClass}).`,
  "run.policy_blocked": ({ data }) =>
    `Policy refused it: ${data.reason} (blocked class ${data.blockedClass}).`,
  "run.prepared": ({ data }) => `The base was pinned at ${short(data.commit)} of ${data.root}.`,
  "run.planned": ({ data }) =>
    `A plan of ${counted(data.tasks.length, "task")} was made by ${data.provider}/${data.model}.${
      data.note ? ` ${data.note}` : ""
    }`,
  "run.plan_extended": ({ data }) =>
    data.tasks.length === 0
      ? "The workflow was read."
      : `Next: ${data.tasks.map(({ taskId }) => taskId).slice(0, 10).join(", ")}.`,
  "workflow.resumed": ({ data }) => `It goes on from ${data.fromRunId}: ${data.why}`,
  "workflow.node_skipped": ({ data }) => `"${data.path}" was skipped: ${data.why}`,
  "workflow.node_refused": ({ data }) => `"${data.path}" was not executed: ${data.detail}`,
  "workflow.reworked": ({ data }) =>
    `"${data.path}" was rejected, so ${data.paths.slice(0, 10).join(", ")} ${
      data.paths.length === 1 ? "is" : "are"
    } done again (round ${data.round}).`,
  "run.workflow_settled": () => "Every node of the workflow has ended.",
  "run.commands_admitted": ({ data }) => `Admitted ${counted(data.commands, "command")}.`,
  "run.setup_completed": ({ data }) =>
    data.reused
      ? "What the setup command left at this base was there already and is used again."
      : `The setup command worked at the base, ${reach(data.network)}, in ${
        seconds(data.durationMilliseconds)
      }.`,
  "run.setup_repeated": ({ data }) =>
    `The setup command worked on the changed files, ${reach(data.network)}, in ${
      seconds(data.durationMilliseconds)
    }.`,
  "run.waiting": ({ data: { waitingFor } }) =>
    waitingFor.detail === "quiet_hours"
      ? `The run waits until the quiet hours end, at ${waitingFor.expiresAt}.`
      : `The run waits: ${waitingFor.detail}`,
  "run.paused": ({ actor }) => `The ${actor} paused the run.`,
  "run.resumed": ({ actor }) => `The run was resumed by the ${actor}.`,
  "run.integrated": ({ data }) => `The results were put together as tree ${short(data.tree)}.`,
  "evaluation.completed": ({ data }) => `Verification: ${data.detail}`,
  "run.bundled": ({ data }) =>
    `A patch of ${counted(data.files, "file")}, +${data.additions} −${data.deletions}, was bundled as ${
      short(data.patchSha256)
    }.${data.secretPaths ? ` It holds a secret, or what looks like a key: ${named(data.secretPaths)}.` : ""}`,
  "run.checkpointed": ({ data }) => `The approval ${data.approvalId} was asked for.`,
  "run.rework_requested": ({ data }) =>
    `Rework was asked for${data.note ? `: ${firstLine(data.note)}` : "."}`,
  "run.hunks_accepted": () => "A part of the patch was picked, to be verified and shown again.",
  "run.base_checked": ({ data }) => `Before the change: ${data.detail}`,
  "run.fix_requested": ({ data }) =>
    `The verifier's output was handed back to the worker, as round ${data.round}.`,
  "run.fixing_ended": ({ data }) => `The attempt of round ${data.round} was kept. ${data.detail}`,
  "run.verification_requested": ({ data, actor }) =>
    `The ${actor} has the result verified by: ${firstLine(data.command)}`,
  "run.rebased": ({ data, actor }) =>
    `The ${actor} had the change put on top of ${short(data.base.commit)}, to be verified and shown again.`,
  "run.patch_applied": ({ data }) => `The patch was applied: ${counted(data.files, "file")} written.`,
  "run.reported": ({ data }) => `Report: ${firstLine(data.summary)}`,
  "run.completed": ({ data }) => `The run completed. ${data.detail}`,
  "run.failed": ({ data }) => `The run failed (${data.reason}): ${data.detail}`,
  "run.cancelled": ({ actor }) => `The run was cancelled by the ${actor}.`,
  "run.archived": () => "The run was archived.",
  "run.retried": ({ data }) => `The run was retried as ${data.retryRunId}.`,
  "run.deleted": ({ actor }) => `The ${actor} deleted the run.`,
  "run.network_used": ({ data }) => `The network, for ${data.purpose}: ${describeNetwork(data)}`,
  "artifact.created": ({ data }) => `${data.label} was stored as ${data.path}.`,
  ...modelSentences,
  ...routeSentences,
};

/** Some paths, and how many more there are. */
const named = (paths: readonly string[]): string =>
  `${paths.slice(0, 5).join(", ")}${paths.length > 5 ? ` and ${paths.length - 5} more` : ""}`;
