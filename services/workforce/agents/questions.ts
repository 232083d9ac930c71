import type { RequestPermissionRequest } from "@agentclientprotocol/sdk";
import type { AgentNote } from "../workers/agent_host.ts";
import type { WorkerTask } from "../workers/worker.ts";
import type { NetworkAccess } from "./network_access.ts";
import type { Isolation } from "./confine.ts";
import type { WorktreeGuard } from "./guard.ts";
import { optionFor, permissionRequestOf } from "./permission.ts";
import type { ToolCallGuard } from "./tool_call_guard.ts";
import { rawOf } from "./protocol/raw.ts";
import type { Refusals } from "./refusals.ts";
import type { ToolCalls } from "./tool_calls.ts";

type Asks = Pick<WorkerTask, "ask" | "directory">;

/** What questions need from the attempt. */
type QuestionSetting = {
  task: Asks;
  agent: string;
  isolation: Isolation;
  tools: ToolCalls;
  guard: WorktreeGuard;
  held: ToolCallGuard;
  door: NetworkAccess;
  refusals: Refusals;
  note: (note: AgentNote) => void;
};

/**
 * The permission requests of one agent. Each becomes a question for a human and is answered by the kind of an option, never
 * by a lasting one. Anything that ends the attempt during a decision (a halt, parking) rejects `broken`.
 */
export class Questions {
  readonly #broken = Promise.withResolvers<never>();
  readonly #withdrawn = new AbortController();
  readonly #asked = new Set<string>();
  #open = 0;
  #rejected = false;

  constructor(readonly setting: QuestionSetting) {
    this.#broken.promise.catch(() => {});
  }

  /** Rejects when asking ended the attempt. */
  get broken(): Promise<never> {
    return this.#broken.promise;
  }

  /** Whether the agent asked before it made a call. */
  wasAsked(callId: string): boolean {
    return this.#asked.has(callId);
  }

  /** Whether a human's answer is pending. */
  get isOpen(): boolean {
    return this.#open > 0;
  }

  /** Whether anything was rejected: some agents then end their turn as cancelled. */
  get hasRejected(): boolean {
    return this.#rejected;
  }

  /** Returns the option to answer a request with; null answers that it is cancelled. */
  async answer(request: RequestPermissionRequest, withdrawn: AbortSignal): Promise<string | null> {
    this.#open++;
    try {
      const decision = await this.#decide(request, AbortSignal.any([withdrawn, this.#withdrawn.signal]));
      if (decision === "rejected") this.#rejected = true;
      return optionFor(request.options, decision) ?? null;
    } catch (cause) {
      this.#broken.reject(cause);
      return null;
    } finally {
      this.#open--;
    }
  }

  /** Withdraws open questions because the agent is being stopped. */
  withdraw(): void {
    this.#withdrawn.abort();
  }

  async #decide(
    request: RequestPermissionRequest,
    withdrawn: AbortSignal,
  ): Promise<"approved" | "rejected"> {
    const { task, agent, isolation, tools, guard, held, door, refusals, note } = this.setting;
    const call = tools.take(rawOf(request.toolCall));
    if (call === null) return "rejected";
    this.#asked.add(call.id);
    const missing = held.refuses(call);
    if (missing !== null) {
      refusals.add(call.title, missing);
      return "rejected";
    }
    const asked = permissionRequestOf(call, task.directory, agent, isolation);
    if ("refused" in asked) {
      note({ kind: "incident", incident: asked.refused, detail: `${asked.detail} The request was refused.` });
      refusals.add(call.title, `${asked.detail} No setting allows this. Change other files.`);
      return "rejected";
    }
    await guard.check();
    const answer = await task.ask({ ...asked.ask, withdrawn });
    if (answer.decision === "rejected") {
      if (answer.sentence !== null) refusals.add(asked.ask.command ?? asked.ask.title, answer.sentence);
      return "rejected";
    }
    // What an unreviewed command changes is checked against the rules like any other change.
    if (asked.paths.length > 0 || answer.by !== "rule") {
      await guard.allow(call, asked.paths, answer.by === "pattern");
    }
    if (answer.network) door.open(call.id);
    return "approved";
  }
}
