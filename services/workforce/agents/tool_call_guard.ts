import type { AgentNote } from "../workers/agent_host.ts";
import { type EnforcedProfile, missingOf, notAllowed } from "../workers/rights.ts";
import { oneLine } from "./protocol/raw.ts";
import type { AgentToolCall } from "./tool_call.ts";
import { toolsOfCall } from "./tools.ts";

/** The agent did something that its profile does not allow, without asking. */
export class NotAllowedError extends Error {
  override readonly name = "NotAllowedError";
}

/** Checks the tool calls of one agent against its profile: those it asks for, and those it reports as done. */
export class ToolCallGuard {
  readonly #refused = new Set<string>();
  readonly #broken = Promise.withResolvers<never>();

  constructor(
    readonly profile: EnforcedProfile,
    readonly agent: string,
    readonly note: (note: AgentNote) => void,
  ) {
    this.#broken.promise.catch(() => {});
  }

  /** Rejects with a `NotAllowedError` when the agent did something that it may not. */
  get broken(): Promise<never> {
    return this.#broken.promise;
  }

  /** Returns why a requested call is refused, after recording the refusal; null if it is allowed. */
  refuses(call: AgentToolCall): string | null {
    const [missing] = missingOf(this.profile, toolsOfCall(call));
    if (missing === undefined) return null;
    this.#refused.add(call.id);
    const why = this.#why(missing);
    this.#say(`${this.agent} asked for: ${oneLine(call.title, 200)}. ${why} The request was refused.`);
    return why;
  }

  /** Handles a call that the agent reports as ended: one that it made without asking ends the attempt. */
  ended(call: AgentToolCall): void {
    if (call.status !== "completed" || this.#refused.has(call.id)) return;
    const [missing] = missingOf(this.profile, toolsOfCall(call));
    if (missing === undefined) return;
    const detail = `${this.agent} did, without asking: ${oneLine(call.title, 200)}. ${this.#why(missing)}`;
    this.#say(detail);
    this.#broken.reject(new NotAllowedError(`${detail} The agent was stopped.`));
  }

  #why(tool: string): string {
    return notAllowed(this.profile, tool);
  }

  #say(detail: string): void {
    this.note({ kind: "incident", incident: "not_allowed", detail });
  }
}
