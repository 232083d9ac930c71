import type { SentencesFor } from "../domain.ts";
import { modelSentences } from "../model_use/sentences.ts";
import { counted, firstLine } from "../words.ts";
import { describeClockJump } from "../clock_jump.ts";
import type { taskSessionEvents } from "./events.ts";

const because = (reason: string | undefined): string => reason ? `: ${firstLine(reason)}` : "";

/** What happens to a task of a run. */
export const taskSessionSentences: SentencesFor<typeof taskSessionEvents> = {
  "task_session.planned": ({ data }) => `Task "${data.title}" was planned.`,
  "task_session.replanned": () => "The input of the task changed because an earlier task was repeated.",
  "task_session.output_recorded": ({ data }) => `Output: ${firstLine(data.preview)}`,
  "task_session.adopted": ({ data }) =>
    `The result was reused from ${data.fromRunId}, where nothing differs.`,
  "task_session.child_started": ({ data }) =>
    `The run ${data.runId} executes another workflow for this task.`,
  "task_session.event_awaited": ({ data }) => `The task is waiting for an event of type ${data.type}.`,
  "task_session.event_came": ({ data }) =>
    data.fault ?? `The expected event occurred: entry ${data.sequence} of the log.`,
  "task_session.notified": ({ data }) => `${data.title}: ${firstLine(data.content)}`,
  "task_session.queued": () => "The task was queued.",
  "task_session.started": () => "The task was started.",
  "task_session.placed": ({ data }) => `The task is done on the worker machine ${data.name}.`,
  "task_session.waiting": ({ data }) => `The task is waiting: ${data.waitingFor.detail}`,
  "task_session.stop_requested": ({ actor }) => `The ${actor} asked the task to stop.`,
  "task_session.completed": ({ data }) => `The task completed: ${data.summary}`,
  "task_session.failed": ({ data }) => `The task failed (${data.reason}): ${data.detail}`,
  "task_session.cancelled": ({ data }) => `The task was cancelled. ${data.detail}`,
  "task_session.skipped": ({ data }) => `The task was skipped. ${data.detail}`,
  "task_session.guidance_added": ({ data, actor }) =>
    `Guidance from the ${actor}: ${firstLine(data.content)}`,
  "task_session.guidance_consumed": ({ data }) =>
    `Used ${counted(data.guidanceIds.length, "piece")} of guidance.`,
  "task_session.guidance_expired": ({ data }) =>
    `${counted(data.guidanceIds.length, "piece")} of guidance arrived too late.`,
  "task_session.guidance_not_understood": ({ data }) =>
    `${counted(data.guidanceIds.length, "piece")} of guidance was not understood: ${firstLine(data.detail)}`,
  "task_session.agent_opened": ({ data }) =>
    `The session ${data.sessionId} of ${data.agent} was ${
      data.how === "new" ? "opened" : data.how
    }. ${data.isolation}`,
  "task_session.plan_updated": ({ data }) => `The agent plans ${counted(data.entries.length, "step")}.`,
  "task_session.usage_reported": ({ data }) =>
    data.contextTokens === 0
      ? "The agent does not say how much of its context it has used."
      : `The agent has used ${data.contextTokens} of ${data.contextLimit} tokens of context.`,
  "task_session.captured": ({ data }) =>
    `The work so far was saved as ${data.commit.slice(0, 12)} until ${data.approvalId} is decided.`,
  "task_session.resumed": () => "The task continues: its question was answered.",
  "task_session.skill_used": ({ data }) =>
    `The skill "${data.name}" was read (hash ${data.contentSha256.slice(0, 12)}).`,
  "task_session.parked": ({ data }) => `The task was suspended. ${data.detail}`,
  "task_session.action_admitted": ({ data }) =>
    `Allowed without asking: ${firstLine(data.command ?? data.title)}`,
  "task_session.action_refused": ({ data }) =>
    `${data.by ? "Refused by the sandbox" : "Refused without asking"}: ${firstLine(data.title)}`,
  "task_session.incident_recorded": ({ data }) => `Incident (${data.kind}): ${firstLine(data.detail)}`,
  "task_card.retried": ({ data, actor }) => `The ${actor} requested another attempt${because(data.reason)}.`,
  "task_card.escalated": ({ data, actor }) =>
    `The ${actor} handed the task to a human${because(data.reason)}.`,
  "task_card.blocked": ({ data, actor }) => `The ${actor} blocked the task${because(data.reason)}.`,
  "task_session.clock_jumped": ({ data }) => describeClockJump(data),
  "task_session.transcript_kept": ({ data }) =>
    data.interrupted
      ? `The part of the transcript that was on disk was saved: ${counted(data.entries, "entry", "entries")}.`
      : `The transcript was saved: ${counted(data.entries, "entry", "entries")}.`,
  "task_session.enter_requested": ({ data }) => `${data.by ?? "A person"} asked to enter the task.`,
  "task_session.entered": ({ data }) =>
    `${data.by ?? "A person"} entered the task at tree ${data.tree.slice(0, 12)}.`,
  "task_session.hand_back_requested": ({ data }) => `${data.by ?? "A person"} handed the task back.`,
  "task_session.handed_back": ({ data }) =>
    `${counted(data.files, "file")} changed while the worker was waiting. The worktree is now ${
      data.tree.slice(0, 12)
    }.`,
  "tool.started": ({ data }) => `${data.tool}: ${data.summary}`,
  "tool.completed": ({ data }) => `${data.tool} done: ${data.summary}`,
  "tool.failed": ({ data }) => `${data.tool} failed: ${data.summary}`,
  ...modelSentences,
};
