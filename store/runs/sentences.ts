import type { SentencesFor } from "../domain.ts";
import { modelSentences, routeSentences } from "../model_use/sentences.ts";
import { counted, firstLine, shownTime } from "../words.ts";
import { lackedWords } from "./base.ts";
import { describeClockJump } from "../clock_jump.ts";
import type { runEvents } from "./events.ts";
import { describeKept } from "./kept_changes.ts";
import { describeNetwork, describeStart } from "./network_words.ts";

const reach = (network: boolean | undefined): string => network ? "with the network" : "without network";

const seconds = (milliseconds: number): string => `${(milliseconds / 1000).toFixed(1)} s`;

const short = (hash: string): string => hash.slice(0, 12);

const by = ({ contender }: { contender?: number | undefined }): string =>
  contender === undefined ? "" : `Contender ${contender}: `;

/** What happens to a run. */
export const runSentences: SentencesFor<typeof runEvents> = {
  "run.created": ({ data, actor }) => `The ${actor} requested: ${firstLine(data.request)}`,
  "run.queued": () => "The run was queued.",
  "run.put_first": ({ actor }) => `The ${actor} moved the run to the front of the queue.`,
  "run.started": () => "The run was started.",
  "run.recovered": () => "The service was restarted, and the run continued from its last recorded step.",
  "run.stalled": ({ data }) =>
    `The run has made no progress since ${shownTime(data.since)}. Pause and resume it to continue.`,
  "run.clock_jumped": ({ data }) => describeClockJump(data),
  "run.policy_decided": ({ data }) => `Policy: ${data.reason} (class ${data.policyClass}).`,
  "run.policy_blocked": ({ data }) =>
    `Policy refused the request: ${data.reason} (blocked class ${data.blockedClass}).`,
  "run.prepared": ({ data }) => {
    const lacked = lackedWords(data);
    return `The base was pinned at ${short(data.commit)} in ${data.root}.${
      lacked === null ? "" : ` Its worktrees lack ${lacked}.`
    }`;
  },
  "run.planned": ({ data }) =>
    `A plan of ${counted(data.tasks.length, "task")} was created by ${data.provider}/${data.model}.${
      data.note ? ` ${data.note}` : ""
    }`,
  "run.contender_planned": ({ data }) =>
    `Contender ${data.contender}, ${data.provider}/${data.model}, planned ${
      counted(data.tasks.length, "task")
    }.${data.note ? ` ${data.note}` : ""}`,
  "run.contender_lost": ({ data }) => `Contender ${data.contender} is out: ${data.detail}`,
  "run.race_ended": ({ data }) => `The race is over. ${data.detail}`,
  "run.result_picked": ({ data, actor }) =>
    `The ${actor} picked ${
      data.parts.map(({ contender, hunks }) =>
        `${hunks ? `${counted(hunks.length, "change")} of ` : ""}contender ${contender}`
      ).join(" and ")
    }.`,
  "run.pick_withdrawn": ({ actor }) => `The ${actor} undid the pick.`,
  "run.plan_extended": ({ data }) =>
    data.tasks.length === 0
      ? "The workflow was read."
      : `Next: ${data.tasks.map(({ taskId }) => taskId).slice(0, 10).join(", ")}.`,
  "workflow.resumed": ({ data }) => `The run continues ${data.fromRunId}: ${data.why}`,
  "workflow.node_skipped": ({ data }) => `"${data.path}" was skipped: ${data.why}`,
  "workflow.branch_taken": ({ data }) => `"${data.path}" took "${data.case}".`,
  "workflow.loop_iterated": ({ data }) => `"${data.path}" began iteration ${data.iteration}.`,
  "workflow.items_resolved": ({ data }) => `"${data.path}" has ${counted(data.items, "item")}.`,
  "workflow.node_refused": ({ data }) => `"${data.path}" was not executed: ${data.detail}`,
  "workflow.reworked": ({ data }) =>
    `"${data.path}" was rejected, so ${data.paths.slice(0, 10).join(", ")} ${
      data.paths.length === 1 ? "is" : "are"
    } repeated (round ${data.round}).`,
  "run.workflow_settled": () => "Every node of the workflow has ended.",
  "run.commands_admitted": ({ data }) => `Allowed ${counted(data.commands, "command")}.`,
  "run.setup_completed": ({ data }) =>
    data.reused
      ? "The result of the setup command at this base was reused."
      : `The setup command succeeded at the base, ${reach(data.network)}, in ${
        seconds(data.durationMilliseconds)
      }.`,
  "run.setup_repeated": ({ data }) =>
    `The setup command succeeded on the changed files, ${reach(data.network)}, in ${
      seconds(data.durationMilliseconds)
    }.`,
  "run.waiting": ({ data: { waitingFor } }) =>
    waitingFor.detail === "quiet_hours" && waitingFor.expiresAt
      ? `The run waits until the quiet hours end, at ${shownTime(waitingFor.expiresAt)}.`
      : `The run is waiting: ${waitingFor.detail}`,
  "run.paused": ({ actor }) => `The ${actor} paused the run.`,
  "run.resumed": ({ actor }) => `The run was resumed by the ${actor}.`,
  "run.integrated": ({ data }) => `${by(data)}The results were combined in the tree ${short(data.tree)}.`,
  "evaluation.completed": ({ data }) => `${by(data)}Verification: ${data.detail}`,
  "run.bundled": ({ data }) =>
    `${by(data)}A patch of ${
      counted(data.files, "file")
    }, +${data.additions} −${data.deletions}, was saved as ${short(data.patchSha256)}.${
      data.secretPaths ? ` It contains a secret, or what looks like a key: ${named(data.secretPaths)}.` : ""
    }`,
  "run.checkpointed": ({ data }) => `The approval ${data.approvalId} was requested.`,
  "run.rework_requested": ({ data }) =>
    `Rework was requested${data.note ? `: ${firstLine(data.note)}` : "."}`,
  "run.hunks_accepted": () => "Part of the patch was selected, to be verified and shown again.",
  "run.base_checked": ({ data }) => `Before the change: ${data.detail}`,
  "run.fix_requested": ({ data }) =>
    `${by(data)}The verifier's output was handed back to the worker${
      data.contender === undefined ? ` in round ${data.round}` : ""
    }.`,
  "run.fixing_stopped": ({ data }) => `${by(data)}No further fix round will start. ${data.detail}`,
  "run.fixing_ended": ({ data }) =>
    data.contender === undefined
      ? `The attempt of round ${data.round} was kept. ${data.detail}`
      : `${by(data)}The best attempt was kept. ${data.detail}`,
  "run.verification_requested": ({ data, actor }) =>
    `The ${actor} had the result verified with: ${firstLine(data.command)}`,
  "run.rebased": ({ data, actor }) =>
    `The ${actor} rebased the change onto ${short(data.base.commit)}, to be verified and shown again.`,
  "run.patch_applied": ({ data }) => `The patch was applied: ${counted(data.files, "file")} written.`,
  "run.reported": ({ data }) => `Report: ${firstLine(data.summary)}`,
  "run.completed": ({ data }) => `The run completed. ${data.detail}`,
  "run.failed": ({ data }) => `The run failed (${data.reason}): ${data.detail}`,
  "run.cancelled": ({ actor }) => `The run was cancelled by the ${actor}.`,
  "run.archived": () => "The run was archived.",
  "run.unarchived": () => "The run was brought back from the archive.",
  "run.retried": ({ data }) => `The run was retried as ${data.retryRunId}.`,
  "run.deleted": ({ actor }) => `The ${actor} deleted the run.`,
  "run.changes_kept": ({ data }) => describeKept(data),
  "run.network_used": ({ data }) =>
    `Network use (${data.purpose}): ${describeNetwork(data)}${describeStart(data)}`,
  "artifact.created": ({ data }) => `${data.label} was saved as ${data.path}.`,
  ...modelSentences,
  ...routeSentences,
};

/** Returns some of the paths, and how many more there are. */
const named = (paths: readonly string[]): string =>
  `${paths.slice(0, 5).join(", ")}${paths.length > 5 ? ` and ${paths.length - 5} more` : ""}`;
