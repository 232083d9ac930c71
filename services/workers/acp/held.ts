import type { AgentNote } from "../agent_seat.ts";
import { type HeldTo, missingOf, notAllowed } from "../rights.ts";
import { oneLine } from "./raw.ts";
import type { ToolCall } from "./tool_call.ts";
import { toolsOfCall } from "./tools.ts";

/** An agent did what its profile does not allow, without asking. */
export class NotAllowedError extends Error {
  override readonly name = "NotAllowedError";
}

/** Holds the tool calls of one agent against its profile: what it asks for, and what it says that it has done. */
export class Held {
  readonly #refused = new Set<string>();
  readonly #broken = Promise.withResolvers<never>();

  constructor(readonly profile: HeldTo, readonly agent: string, readonly note: (note: AgentNote) => void) {
    this.#broken.promise.catch(() => {});
  }

  /** Rejects with a `NotAllowedError` when the agent did what it may not. */
  get broken(): Promise<never> {
    return this.#broken.promise;
  }

  /** Why a call that the agent asks for is refused, which is on record then; null where it is not. */
  refuses(call: ToolCall): string | null {
    const [missing] = missingOf(this.profile, toolsOfCall(call));
    if (missing === undefined) return null;
    this.#refused.add(call.id);
    const why = this.#why(missing);
    this.#say(`${this.agent} asked for: ${oneLine(call.title, 200)}. ${why} It was refused.`);
    return why;
  }

  /** A call has ended, as the agent says: one that it did without asking ends the attempt. */
  ended(call: ToolCall): void {
    if (call.status !== "completed" || this.#refused.has(call.id)) return;
    const [missing] = missingOf(this.profile, toolsOfCall(call));
    if (missing === undefined) return;
    const detail = `${this.agent} did, without asking: ${oneLine(call.title, 200)}. ${this.#why(missing)}`;
    this.#say(detail);
    this.#broken.reject(new NotAllowedError(`${detail} It was stopped.`));
  }

  #why(tool: string): string {
    return notAllowed(this.profile, tool);
  }

  #say(detail: string): void {
    this.note({ kind: "incident", incident: "not_allowed", detail });
  }
}
