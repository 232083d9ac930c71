import { contextFor, type Core, type Ctx } from "../../../ground/kernel/context.ts";
import type { ModelsLive } from "../../../sessions/models/providers/settings/live.ts";
import type { ModelReply } from "../../../sessions/models/clients/ask_once.ts";
import type { ModelCandidate } from "../../../sessions/models/clients/candidate.ts";
import { contextOf } from "../../../sessions/models/clients/candidate.ts";
import { CallFault, failureReasonOf } from "../../../sessions/models/clients/fault.ts";
import { sizeOf } from "../../../sessions/models/clients/call.ts";
import { ModelRoute } from "../../../sessions/models/clients/route.ts";
import { admitBudget } from "../../../sessions/models/clients/admit_budget.ts";
import type { WorkerOutcome, WorkerTask } from "../../workers/worker.ts";
import { givenContext } from "./context.ts";
import { CONDENSE_FROM, limitsOf } from "./limits.ts";
import { newMark } from "../../../sessions/models/clients/material.ts";
import { actionsFor } from "./offered_actions.ts";
import { workInstructions, workPrompt } from "./prompt.ts";
import { describedTools } from "../../worker_tools/mod.ts";
import { Rounds } from "./rounds.ts";
import { ModelTranscript } from "./transcript.ts";
import { useTools } from "./use_tools.ts";

/**
 * Lets a model do a task: calls the model and executes its tool calls until it says that it is done, gives up, or reaches a
 * limit.
 */
export async function performWithModel(
  service: Core & ModelsLive,
  task: WorkerTask,
  candidates: readonly ModelCandidate[],
): Promise<WorkerOutcome> {
  try {
    return await new Work(contextFor(service, "coordinator"), task, candidates).do();
  } catch (error) {
    task.signal.throwIfAborted();
    if (!(error instanceof CallFault)) throw error;
    return { ok: false, reason: failureReasonOf(error.fault), detail: error.message };
  }
}

class Work {
  readonly #route: ModelRoute;
  readonly #mark = newMark();
  readonly #startedAt: number;

  constructor(
    readonly ctx: Ctx<ModelsLive>,
    readonly task: WorkerTask,
    candidates: readonly ModelCandidate[],
  ) {
    const { runId, taskSessionId, signal, report, stream } = task;
    this.#startedAt = ctx.now().getTime();
    this.#route = new ModelRoute({
      ctx,
      purpose: "work",
      runId,
      taskSessionId,
      signal,
      record: (event) => report({ kind: "model", event }),
      onText: stream,
      admit: (candidate, worstCaseUsd) => admitBudget(ctx, { runId, taskSessionId, candidate, worstCaseUsd }),
    }, candidates);
  }

  async do(): Promise<WorkerOutcome> {
    const { task } = this;
    const transcript = new ModelTranscript(await this.#prompt());
    const actions = actionsFor(task.profile, task.connectorActions);
    const tools = await describedTools(task.profile, actions.length > 0);
    const rounds = new Rounds(limitsOf(task.profile));
    for (;;) {
      const question = () => ({
        instructions: workInstructions(this.#mark, task.profile, actions),
        messages: transcript.messages,
        tools,
      });
      if (sizeOf(question()) > CONDENSE_FROM * contextOf(this.#route.current)) {
        this.#condense(transcript, false);
      }
      const answer = await this.#route.ask({ question, shorten: () => this.#condense(transcript, true) });
      task.signal.throwIfAborted();
      if (answer.calls.length + answer.invalid.length === 0 && answer.finish !== "length") {
        return done(answer);
      }
      const used = await useTools(task, answer);
      if (used.gaveUp !== null) return gaveUp(used.gaveUp);
      transcript.add(...answer.messages, ...used.messages);
      const stop = rounds.after(answer, used.outcome, this.ctx.now().getTime() - this.#startedAt);
      if (stop) return { ok: false, ...stop };
    }
  }

  async #prompt(): Promise<string> {
    const { runId, taskSessionId, instructions, request, outside, planned, guidanceIds, report } = this.task;
    const context = await givenContext({
      ctx: this.ctx,
      runId,
      taskSessionId,
      purpose: "work",
      guidanceIds,
      candidate: this.#route.current,
      mark: this.#mark,
      record: (event) => report({ kind: "model", event }),
    });
    const isGuidance = guidanceIds.length > 0;
    return workPrompt({ request, planned, instructions, isGuidance, context, outside, mark: this.#mark });
  }

  /** Shortens the transcript and records that; false when nothing can be removed. */
  #condense(transcript: ModelTranscript, most: boolean): boolean {
    const condensed = transcript.condense(most);
    if (!condensed) return false;
    const { provider, model } = this.#route.current;
    const data = { provider: provider.id, model: model.id, ...condensed };
    this.task.report({ kind: "model", event: { type: "model.context_condensed", data } });
    return true;
  }
}

/** How much of a model's final message is recorded. */
const SUMMARY_CHARACTERS = 4000;

const done = ({ text }: ModelReply): WorkerOutcome => ({
  ok: true,
  summary: text.trim().slice(0, SUMMARY_CHARACTERS),
});

const gaveUp = (reason: string): WorkerOutcome => ({
  ok: false,
  reason: "unsupported_request",
  detail: `The model gave up: ${reason.trim()}`,
});
