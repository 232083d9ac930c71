import { offeredActions } from "../../workforce/connectors/offered.ts";
import { workingDirectory } from "../../machine/repositories/mod.ts";
import { plannedOf } from "../../control/runs/planned.ts";
import { requestOf } from "../../control/runs/read_model.ts";
import { COMMAND_TOOL } from "../../workforce/worker_kinds/kinds.ts";
import type { OutsideContent } from "../../workforce/workers/outside.ts";
import { type EnforcedProfile, mayUse, notAllowed } from "../../workforce/workers/rights.ts";
import type { TranscriptRecorder } from "../../sessions/transcripts/recorder.ts";
import type {
  AgentHost,
  PermissionAnswer,
  PermissionRequest,
  WorkerOutcome,
  WorkerReport,
  WorkerTask,
} from "../../workforce/workers/worker.ts";
import { outsideOf } from "./trigger.ts";
import { ask } from "../questions/ask.ts";
import { ProtectedChanges } from "../questions/protected_changes.ts";
import type { TaskAttempt } from "./attempt.ts";
import { RUN_COMMAND_TIMEOUT_MILLISECONDS, runCommand, showOutput } from "../commands/run_command.ts";
import { mayRun } from "../questions/border.ts";
import { ConnectorUses } from "./connector_use.ts";
import { useConnector } from "./use_connector.ts";
import { reporter, showWords } from "./reporter.ts";
import { StepFailed } from "../commands/interrupts.ts";
import { wantsNetwork } from "../../machine/processes/wants_network.ts";
import { type TimeLimit, withinTime } from "./time_limit.ts";
import { taskSessionStream } from "../../../store/task_sessions/stream.ts";
import { record } from "../../ground/kernel/context.ts";
import { readSkillFile } from "../../knowledge/skills/read_file.ts";
import type { RunPort } from "../commands/ports.ts";

/** The instructions of a worker, and the guidance that they come from. */
export type Instructions = { text: string; guidanceIds: string[] };

/** Lets the worker carry out instructions, within the limits of the session's profile. */
export function perform(
  task: TaskAttempt,
  host: AgentHost,
  instructions: Instructions,
): Promise<WorkerOutcome> {
  const { step } = task;
  const { profile = null } = plannedOf(step.ctx, task.id);
  return withinTime(
    profile,
    task.signal,
    async (limit) =>
      performHeld(task, host, instructions, profile, await outsideOf(step.ctx, step.run()), limit),
  );
}

async function performHeld(
  task: TaskAttempt,
  host: AgentHost,
  instructions: Instructions,
  profile: EnforcedProfile,
  outside: OutsideContent | null,
  { signal, excuse }: TimeLimit,
): Promise<WorkerOutcome> {
  const { step, id, worker, control, workspace, printed, transcript } = task;
  const show = showWords(step, id);
  const showPrinted = showOutput(step, id);
  const report = reporter(step, id, signal);
  transcript.guidance(instructions.text);
  const guard = new ProtectedChanges(task, instructions.text);
  /** Commands that a human admitted, and how. */
  const admitted = new Map<string, "human" | "admission" | "pattern">();
  const { there } = task;
  // A coding agent's own guard asks about what it changed. On another machine, that guard is in other hands.
  const guardsItself = worker.guardsItself === true && !there;
  const askHuman = (request: PermissionRequest) =>
    excuse(async (): Promise<PermissionAnswer> => {
      if (!guardsItself) await guard.check();
      if (there && worker.guardsItself && guard.asksLater(request)) {
        return { decision: "approved", network: false, by: "rule" };
      }
      const answer = await ask(task, request);
      const { command } = request;
      if (answer.decision === "approved" && answer.by !== "rule" && command !== undefined) {
        admitted.set(command, answer.by);
      }
      return answer;
    });
  const uses = new ConnectorUses([id, instructions.guidanceIds]);
  const ran = (command: string, result: { output: string; exitCode: number }) => {
    if (result.exitCode !== 0 && wantsNetwork(result.output)) task.refused.add(command);
    printed.command(command, result);
  };
  const print = (text: string) => {
    showPrinted(text);
    transcript.printed(text);
  };
  const given: WorkerTask = {
    runId: step.runId,
    taskSessionId: id,
    directory: workingDirectory(control, workspace),
    instructions: instructions.text,
    request: requestOf(step.ctx, step.run()),
    outside,
    planned: plannedOf(step.ctx, id).instructions,
    redactor: step.ctx.redactor,
    guidanceIds: instructions.guidanceIds,
    signal,
    report: (told) => {
      task.pause.observe(told);
      report(told);
      if (!signal.aborted) transcribe(transcript, told);
    },
    stream: (text, kind = "words") => {
      show(text);
      transcript.say(text, kind);
    },
    profile,
    readSkill: (name, path) => readSkill(step, id, profile, name, path),
    mayRun: (command) => mayRun(task, command),
    ask: askHuman,
    host,
    useConnector: (use) => {
      const name = `${use.connector}.${use.action}`;
      if (!mayUse(profile, name)) {
        return Promise.resolve({ done: false, reason: "policy_blocked", detail: notAllowed(profile, name) });
      }
      return useConnector(task, uses, use, askHuman);
    },
    connectorActions: () => offeredActions(step.ctx),
    runCommand: async (command, options) => {
      if (!mayUse(profile, COMMAND_TOOL)) {
        throw new StepFailed("policy_blocked", notAllowed(profile, COMMAND_TOOL));
      }
      // The output is kept with the attempt.
      const execute = () =>
        runCommand(step, {
          purpose: "worker",
          onOutput: print,
          ...options,
          command,
          control,
          workspace,
          signal,
          taskSessionId: id,
          timeoutMilliseconds: timeoutOf(profile),
        });
      const by = admitted.get(command);
      const result = await (by ? guard.during(execute, by === "pattern") : execute());
      ran(command, result);
      return result;
    },
  };
  const outcome = there
    ? await there.perform(worker, given, { printed: print, ran })
    : await worker.perform(given);
  if (outcome.ok && !guardsItself) await excuse(() => guard.check());
  return outcome;
}

/** Returns how long a command may take: as long as its task, where that may take longer than any command. */
function timeoutOf(profile: EnforcedProfile): number {
  const { timeout } = profile?.rights.limits ?? {};
  const ofTask = timeout === undefined ? 0 : Temporal.Duration.from(timeout).total("milliseconds");
  return Math.max(RUN_COMMAND_TIMEOUT_MILLISECONDS, ofTask);
}

function transcribe(transcript: TranscriptRecorder, report: WorkerReport): void {
  if (report.kind === "model") return; // the log reports it once it is recorded
  if (report.kind === "tool_started") return transcript.toolStarted(report);
  const { shown, ...told } = report;
  transcript.toolEnded({ ...told, ...shown, failed: report.kind === "tool_failed" });
}

/** Returns a file of a skill of the session's profile, at the version pinned when the session was planned, and records a receipt. */
async function readSkill(
  step: RunPort,
  taskSessionId: string,
  profile: EnforcedProfile,
  name: string,
  path = "SKILL.md",
): Promise<{ text: string } | { refused: string }> {
  const skill = profile?.rights.skills.find((each) => each.name === name);
  if (!skill) return { refused: `The profile of this task has no skill "${name}".` };
  const text = await readSkillFile(step.ctx, skill.id, path);
  if (text === null) {
    return { refused: `The skill "${name}" has no text file "${path}", or it may no longer be used.` };
  }
  const data = { skillId: skill.id, name, contentSha256: skill.contentSha256 };
  await step.ctx.store.commit(() =>
    record(
      step.ctx,
      taskSessionStream,
      taskSessionId,
      [{ type: "task_session.skill_used", data }],
      step.context(taskSessionId),
    )
  );
  return { text };
}
