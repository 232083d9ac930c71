import { sha256 } from "../../../store/chain.ts";
import { approvalStream } from "../../../store/approvals/stream.ts";
import { idOf, splitStream, type StoredEvent } from "../../../store/event.ts";
import { HandlerIndex, handlersOf } from "../../../store/handlers.ts";
import { modelEvents } from "../../../store/model_use/events.ts";
import { runStream } from "../../../store/runs/stream.ts";
import { taskSessionStream } from "../../../store/task_sessions/stream.ts";

type Attributes = Readonly<Record<string, string | number | boolean | readonly string[]>>;

/** What took time in a run. Ids follow from the log, so the same run always gives the same trace. */
export type TraceSpan = {
  traceId: string;
  spanId: string;
  /** Absent for the run itself. */
  parentSpanId?: string;
  name: string;
  /** In milliseconds since 1970. */
  start: number;
  end: number;
  attributes: Attributes;
  failed: boolean;
};

type OpenSpan = Omit<TraceSpan, "end" | "failed">;

/** The longest name of a model or a tool in a trace. */
const MAX_NAME = 100;

/**
 * Returns the trace of a run from all of its events, oldest first: its plan, task sessions, calls of models, tools, verifiers,
 * reviews and the apply. It contains no text of a request, a prompt, a command or an output. What has not ended ends with the last event.
 */
export function traceOf(runId: string, events: readonly StoredEvent[]): TraceSpan[] {
  const trace = new RunTrace(runId);
  for (const event of events) trace.add(event);
  return trace.finish();
}

const timeOf = ({ at }: StoredEvent): number => Date.parse(at);

/** The trace of a run while its events are added, oldest first. */
export class RunTrace {
  readonly #traceId: string;
  readonly #open = new Map<string, OpenSpan>();
  readonly #done: TraceSpan[] = [];
  readonly #root: string;
  #spans = 0;
  #last: number | null = null;

  constructor(readonly runId: string) {
    this.#traceId = sha256(`trace\n${runId}`).slice(0, 32);
    this.#root = this.#nextId();
  }

  add(event: StoredEvent): void {
    const at = timeOf(event);
    if (this.#last === null) this.#beginRun(at);
    this.#last = at;
    for (const handle of HANDLERS.of(splitStream(event.stream).kind, event.type)) handle(this, event);
  }

  #beginRun(start: number): void {
    const name = "run";
    const attributes = { "agent_harness.run.id": this.runId };
    this.#open.set("run", { traceId: this.#traceId, spanId: this.#root, name, start, attributes });
  }

  #nextId(): string {
    return sha256(`span\n${this.runId}\n${this.#spans++}`).slice(0, 16);
  }

  /** Begins a span; one with the same key that is still open ends. It is part of the span `within`, if that is open. */
  begin(key: string, name: string, start: number, attributes: Attributes = {}, within = "run"): void {
    this.end(key, start);
    const parentSpanId = this.#open.get(within)?.spanId ?? this.#root;
    const spanId = this.#nextId();
    this.#open.set(key, { traceId: this.#traceId, spanId, parentSpanId, name, start, attributes });
  }

  /** Ends a span. Returns whether it was open; one that was not is ignored. */
  end(key: string, end: number, attributes: Attributes = {}, failed = false): boolean {
    const span = this.#open.get(key);
    if (!span) return false;
    this.#open.delete(key);
    const all = { ...span.attributes, ...attributes };
    // The clock of a machine may have been set back in between.
    this.#done.push({ ...span, end: Math.max(span.start, end), attributes: all, failed });
    return true;
  }

  /** Ends everything with the last event, the run last; without any there is nothing. */
  finish(): TraceSpan[] {
    for (const key of [...this.#open.keys()].toReversed()) this.end(key, this.#last!);
    return this.#done;
  }
}

const tracesOf = handlersOf<RunTrace>();

const sessionKey = (id: string): string => `task_session ${id}`;
const short = (text: string): string => text.slice(0, MAX_NAME);

/** A model may ask for a tool that does not exist: what it calls it is its text. */
const toolName = (text: string): string => /^[\w.:/-]{1,64}$/.test(text) ? text : "other";

/** Calls of models are events of the run or of a task session. */
const modelsOf = (kind: string) =>
  tracesOf({ kind, events: modelEvents }, {
    "model.called": (trace, event) => {
      const { callId, provider, model, purpose, attempt } = event.data;
      trace.begin(callId, `chat ${short(model)}`, timeOf(event), {
        "gen_ai.operation.name": "chat",
        "gen_ai.provider.name": short(provider),
        "gen_ai.request.model": short(model),
        "agent_harness.purpose": short(purpose),
        "agent_harness.attempt": attempt,
      }, sessionKey(event.taskSessionId ?? ""));
    },
    "model.completed": (trace, event) => {
      const { callId, inputTokens, outputTokens, costUsd, finish } = event.data;
      trace.end(callId, timeOf(event), {
        ...inputTokens !== null && { "gen_ai.usage.input_tokens": inputTokens },
        ...outputTokens !== null && { "gen_ai.usage.output_tokens": outputTokens },
        ...costUsd !== null && { "agent_harness.cost_usd": costUsd },
        "gen_ai.response.finish_reasons": [short(finish)],
      });
    },
    "model.failed": (trace, event) =>
      trace.end(event.data.callId, timeOf(event), { "error.type": event.data.fault }, true),
  });

const toolKey = (event: StoredEvent<string, { tool: string }>): string => `${idOf(event)} ${event.data.tool}`;

/** A review that nobody decided: it expired, another one replaced it, or the run ended. */
const undecided = (trace: RunTrace, event: StoredEvent) => trace.end(idOf(event), timeOf(event));

const HANDLERS = new HandlerIndex<RunTrace>([
  modelsOf(runStream.kind),
  modelsOf(taskSessionStream.kind),
  tracesOf(runStream, {
    "run.started": (trace, event) => trace.begin("plan", "plan", timeOf(event)),
    "run.planned": (trace, event) => trace.end("plan", timeOf(event)),
    "run.plan_extended": (trace, event) => trace.end("plan", timeOf(event)),
    "evaluation.completed": (trace, event) => {
      const { id, outcome, round, durationMilliseconds, reportedBy } = event.data;
      if (durationMilliseconds === undefined) return;
      trace.begin(id, "verify", timeOf(event) - durationMilliseconds, {
        "agent_harness.round": round,
        ...reportedBy && { "agent_harness.machine": reportedBy.name },
      });
      trace.end(id, timeOf(event), { "agent_harness.outcome": outcome }, outcome === "failed");
    },
    "run.checkpointed": (trace, event) => trace.begin(event.data.approvalId, "review", timeOf(event)),
    "run.patch_applied": (trace, event) =>
      trace.end("apply", timeOf(event), { "agent_harness.files": event.data.files }),
    "run.completed": (trace, event) =>
      trace.end("run", timeOf(event), { "agent_harness.outcome": "completed" }),
    "run.failed": (trace, event) => {
      const attributes = { "agent_harness.outcome": "failed", "error.type": event.data.reason };
      trace.end("run", timeOf(event), attributes, true);
    },
    "run.cancelled": (trace, event) =>
      trace.end("run", timeOf(event), { "agent_harness.outcome": "cancelled" }),
  }),
  tracesOf(approvalStream, {
    "approval.approved": (trace, event) => {
      const isReview = trace.end(idOf(event), timeOf(event), { "agent_harness.decision": "approved" });
      // Of some of the changes nothing is applied: the verifier runs on them first.
      if (isReview && !event.data.acceptedHunks) trace.begin("apply", "apply", timeOf(event));
    },
    "approval.rejected": (trace, event) =>
      trace.end(idOf(event), timeOf(event), { "agent_harness.decision": "rejected" }),
    "approval.expired": undecided,
    "approval.superseded": undecided,
    "approval.cancelled": undecided,
  }),
  tracesOf(taskSessionStream, {
    "task_session.started": (trace, event) =>
      trace.begin(sessionKey(idOf(event)), "task_session", timeOf(event), {
        "gen_ai.operation.name": "invoke_agent",
        "agent_harness.task_session.id": idOf(event),
      }),
    "task_session.completed": (trace, event) => trace.end(sessionKey(idOf(event)), timeOf(event)),
    "task_session.failed": (trace, event) => {
      trace.end(sessionKey(idOf(event)), timeOf(event), { "error.type": event.data.reason }, true);
    },
    "task_session.cancelled": (trace, event) => trace.end(sessionKey(idOf(event)), timeOf(event)),
    "tool.started": (trace, event) => {
      const tool = toolName(event.data.tool);
      const attributes = { "gen_ai.operation.name": "execute_tool", "gen_ai.tool.name": tool };
      trace.begin(toolKey(event), `execute_tool ${tool}`, timeOf(event), attributes, sessionKey(idOf(event)));
    },
    "tool.completed": (trace, event) => trace.end(toolKey(event), timeOf(event)),
    "tool.failed": (trace, event) =>
      trace.end(toolKey(event), timeOf(event), { "error.type": "tool_failed" }, true),
  }),
]);
