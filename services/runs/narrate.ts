import type { StoredEvent } from "../../store/event.ts";
import type { NetworkUse } from "../../store/runs/network.ts";
import { describeNetwork } from "./network_words.ts";
import { counted } from "../kernel/words.ts";

type Data = Record<string, unknown>;

/** A sentence for each type of event; what it names comes from the event's own data. */
const SENTENCES: Record<string, (data: Data, actor: string) => string> = {
  "run.created": (data, actor) => `The ${actor} asked for: ${firstLine(data.request)}`,
  "run.queued": () => "The run was queued.",
  "run.started": () => "The run was started.",
  "run.recovered": () => "The service was restarted and the run went on from its last recorded step.",
  "run.policy_decided": (data) => `Policy: ${data.reason} (class ${data.policyClass}).`,
  "run.network_used": (data) => `The network, for ${data.purpose}: ${describeNetwork(data as NetworkUse)}`,
  "run.policy_blocked": (data) => `Policy refused it: ${data.reason} (blocked class ${data.blockedClass}).`,
  "run.prepared": (data) => `The base was pinned at ${String(data.commit).slice(0, 12)} of ${data.root}.`,
  "run.planned": (data) =>
    `A plan of ${counted(list(data.tasks).length, "task")} was made by ${data.provider}/${data.model}.`,
  "command.admitted": (data) => `Admitted for this repository: ${firstLine(data.command)}`,
  "repository.setup_remembered": (data) =>
    `The setup command is remembered for the repository: ${firstLine(data.command)}`,
  "repository.setup_forgotten": () => "The setup command of the repository was forgotten.",
  "run.setup_completed": (data) =>
    data.reused
      ? "What the setup command left at this base was there already and is used again."
      : `The setup command worked at the base, ${reach(data)}, in ${seconds(data)}.`,
  "run.setup_repeated": (data) =>
    `The setup command worked on the changed files, ${reach(data)}, in ${seconds(data)}.`,
  "run.commands_admitted": (data) => `Admitted ${counted(Number(data.commands), "command")}.`,
  "run.waiting": (data) => `The run waits: ${(data.waitingFor as Data).detail}`,
  "run.paused": (_, actor) => `The ${actor} paused the run.`,
  "run.resumed": (_, actor) => `The run was resumed by the ${actor}.`,
  "run.integrated": (data) => `The results were put together as tree ${String(data.tree).slice(0, 12)}.`,
  "evaluation.completed": (data) => `Verification: ${data.detail}`,
  "run.bundled": (data) =>
    `A patch of ${
      counted(Number(data.files), "file")
    }, +${data.additions} −${data.deletions}, was bundled as ${String(data.patchSha256).slice(0, 12)}.`,
  "run.checkpointed": (data) => `The approval ${data.approvalId} was asked for.`,
  "run.rework_requested": (data) => `Rework was asked for${data.note ? `: ${firstLine(data.note)}` : "."}`,
  "run.hunks_accepted": () => "A part of the patch was picked, to be verified and shown again.",
  "run.patch_applied": (data) => `The patch was applied: ${counted(Number(data.files), "file")} written.`,
  "run.reported": (data) => `Report: ${firstLine(data.summary)}`,
  "run.completed": (data) => `The run completed. ${data.detail}`,
  "run.failed": (data) => `The run failed (${data.reason}): ${data.detail}`,
  "run.cancelled": (_, actor) => `The run was cancelled by the ${actor}.`,
  "run.archived": () => "The run was archived.",
  "run.retried": (data) => `The run was retried as ${data.retryRunId}.`,
  "run.deleted": (_, actor) => `The ${actor} deleted the run.`,
  "artifact.created": (data) => `${data.label} was stored as ${data.path}.`,
  "task_session.planned": (data) => `Task "${data.title}" was planned.`,
  "task_session.queued": () => "The task was queued.",
  "task_session.started": () => "The task was started.",
  "task_session.waiting": (data) => `The task waits: ${(data.waitingFor as Data).detail}`,
  "task_session.stop_requested": (_, actor) => `The ${actor} asked the task to stop.`,
  "task_session.completed": (data) => `The task completed: ${data.summary}`,
  "task_session.failed": (data) => `The task failed (${data.reason}): ${data.detail}`,
  "task_session.cancelled": (data) => `The task was cancelled. ${data.detail}`,
  "task_session.skipped": (data) => `The task was skipped. ${data.detail}`,
  "task_session.guidance_added": (data, actor) => `Guidance from the ${actor}: ${firstLine(data.content)}`,
  "task_session.guidance_consumed": (data) =>
    `Used ${counted(list(data.guidanceIds).length, "piece")} of guidance.`,
  "task_session.guidance_expired": (data) =>
    `${counted(list(data.guidanceIds).length, "piece")} of guidance came too late.`,
  "task_session.agent_opened": (data) =>
    `The session ${data.sessionId} of ${data.agent} was ${
      data.how === "new" ? "opened" : data.how
    }. ${data.isolation}`,
  "task_session.plan_updated": (data) => `The agent plans ${counted(list(data.entries).length, "step")}.`,
  "task_session.usage_reported": (data) =>
    `The agent has used ${data.contextTokens} of ${data.contextLimit} tokens of context.`,
  "task_session.captured": (data) =>
    `The work so far was kept as ${String(data.commit).slice(0, 12)} while ${data.approvalId} is decided.`,
  "task_session.resumed": () => "The task goes on: its question was answered.",
  "task_session.parked": (data) => `The task was parked. ${data.detail}`,
  "task_session.incident_recorded": (data) => `Incident (${data.kind}): ${firstLine(data.detail)}`,
  "task_card.retried": (data, actor) => `The ${actor} asked for another attempt${because(data)}.`,
  "task_card.escalated": (data, actor) => `The ${actor} handed the task to a human${because(data)}.`,
  "task_card.blocked": (data, actor) => `The ${actor} blocked the task${because(data)}.`,
  "tool.started": (data) => `${data.tool}: ${data.summary}`,
  "tool.completed": (data) => `${data.tool} done: ${data.summary}`,
  "tool.failed": (data) => `${data.tool} failed: ${data.summary}`,
  "model.routed": (data) => `The work goes to ${firstLine(data.rationale)}`,
  "model.called": (data) =>
    `${data.provider}/${data.model} was asked (${data.purpose}${
      Number(data.attempt) > 1 ? `, attempt ${data.attempt}` : ""
    }).`,
  "model.completed": (data) =>
    `${data.provider}/${data.model} answered: ${amount(data.inputTokens)} tokens in, ${
      amount(data.outputTokens)
    } out, ${data.costUsd === null ? "cost unknown" : `${data.costUsd} USD`}.`,
  "model.failed": (data) => `${data.provider}/${data.model} failed (${data.fault}): ${data.detail}`,
  "model.rerouted": (data) =>
    `${(data.from as Data).provider}/${(data.from as Data).model} gave way to ${(data.to as Data).provider}/${
      (data.to as Data).model
    }: ${data.detail}`,
  "model.context_condensed": (data) =>
    `Took ${
      counted(Number(data.outputs), "older output")
    } out of the model's context: ${data.tokensBefore} tokens became ${data.tokensAfter}.`,
  "model.context_given": (data) =>
    `${data.provider}/${data.model} was given ${
      counted(list(data.memoryRecordIds).length, "memory record")
    }, ${counted(list(data.guidanceIds).length, "piece")} of guidance and ${
      counted(list(data.documents).length, "document")
    }.`,
  "budget.warned": (data) => String(data.detail),
  "budget.exceeded": (data) => String(data.detail),
  "approval.requested": (data) =>
    `Approval asked for: ${data.title} (${data.policyClass}, risk ${data.risk}).`,
  "approval.approved": (data) => `Approved by a ${data.actorType}${note(data)}`,
  "approval.rejected": (data) => `Rejected by a ${data.actorType}${note(data)}`,
  "approval.expired": (data) => `The approval expired. ${data.detail}`,
  "approval.superseded": (data) => `The approval was superseded. ${data.detail}`,
  "approval.cancelled": (data) => `The approval was cancelled. ${data.detail}`,
  "approval.apply_started": (data) =>
    `Applying ${counted(Number(data.files), "file")} began; the intent is recorded.`,
  "approval.applied": (data) => `Applied ${counted(Number(data.files), "file")}.`,
  "approval.apply_failed": (data) => `Applying failed: ${data.detail}`,
  "approval.stale": (data) => `Nothing was written: ${data.detail}`,
  "process.started": (data) => `Process group ${data.group} was started for ${data.purpose}${held(data)}`,
  "process.ended": (data) => `The process group ended: ${data.outcome}.`,
  "conversation.run_activated": () => "The run became the active one of its conversation.",
  "conversation.design_doc_written": (data) => `A design was written down: ${firstLine(data.title)}`,
  "message.created": (data, actor) => `The ${actor} said: ${firstLine(data.content)}`,
  "message.completed": (data) => `The coordinator answered: ${firstLine(data.reply)}`,
  "memory.recorded": (data) => `Remembered as a ${data.type}: ${firstLine(data.content)}`,
  "memory.replacement_linked": (data) => `It took the place of the memory record ${data.supersedes}.`,
  "memory.superseded": (data) => `A memory record was superseded by ${data.supersededBy}.`,
  "memory.archived": (data) => `A memory record was archived: ${firstLine(data.reason)}`,
  "memory.used": (data) => `Gave ${counted(list(data.recordIds).length, "memory record")} to ${data.step}.`,
  "memory.candidate_extracted": (data) => `Proposed to be remembered: ${firstLine(data.content)}`,
  "memory.candidate_seen_again": () => "What is proposed to be remembered came up again.",
  "memory.candidate_promoted": (data) => `A memory candidate was promoted to ${data.recordId}.`,
  "memory.candidate_rejected": (data, actor) => `The ${actor} rejected a memory candidate${because(data)}.`,
  "research.note_saved": (data) => `A research note was saved: ${firstLine(data.title ?? data.content)}`,
  "research.asset_saved": (data) => `A research asset was saved: ${firstLine(data.title)}`,
};

/** One plain sentence for an event. */
export function narrate(event: StoredEvent): string {
  const sentence = SENTENCES[event.type];
  return sentence && event.data ? sentence(event.data as Data, event.actor) : event.type;
}

/** Every type that has a sentence: a test holds it against the declared events. */
export const narratedTypes = (): string[] => Object.keys(SENTENCES);

const amount = (value: unknown): string => value === null ? "unknown" : String(value);

const list = (value: unknown): unknown[] => Array.isArray(value) ? value : [];

const because = (data: Data): string => data.reason ? `: ${firstLine(data.reason)}` : "";

const held = (data: Data): string => data.confinement ? `, ${(data.confinement as Data).detail}` : ".";

const note = (data: Data): string => data.reviewerNote ? `: ${firstLine(data.reviewerNote)}` : ".";

const reach = (data: Data): string => data.network ? "with the network" : "without network";

const seconds = (data: Data): string => `${(Number(data.durationMilliseconds) / 1000).toFixed(1)} s`;

function firstLine(value: unknown): string {
  const line = String(value ?? "").split("\n", 1)[0]!;
  return line.length > 200 ? `${line.slice(0, 199)}…` : line;
}
