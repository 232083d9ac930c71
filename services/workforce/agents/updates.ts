import { withArticle } from "../../ground/kernel/words.ts";
import type { AgentNote, AgentPlanEntry } from "../workers/agent_host.ts";
import { listOf, numberOf, oneLine, type Raw, rawOf, stringOf } from "./protocol/raw.ts";
import type { ToolCalls } from "./tool_calls.ts";

/** Updates of which nothing is kept. */
const QUIET = [
  "user_message_chunk",
  "available_commands_update",
  "current_mode_update",
  "config_option_update",
  "session_info_update",
  "notice",
  "compaction_update",
  "compaction_summary_chunk",
];

/** How much of an agent's last message is kept. */
const MAX_MESSAGE = 20_000;

/** How many unknown messages of one attempt are recorded. */
const MAX_INCIDENTS = 20;

/** How many plans of one attempt are recorded when they come; of those beyond, only the last. */
const MAX_PLANS = 200;

/** Handles an agent's updates: tools, plans and usage are recorded, text is streamed and its end kept. */
export class Updates {
  #message = "";
  #speaking = false;
  #plan = "";
  #plans = 0;
  #latePlan: AgentNote | null = null;
  #usage: Extract<AgentNote, { kind: "usage" }> | null = null;
  #incidents = 0;

  constructor(
    readonly tools: ToolCalls,
    readonly note: (note: AgentNote) => void,
    readonly stream: (text: string, kind: "words" | "thought") => void,
  ) {}

  /** The agent's last message, since the last tool call. */
  get message(): string {
    return this.#message;
  }

  /** Handles the parameters of one `session/update`. */
  take(params: Raw): void {
    const update = rawOf(params.update);
    const kind = stringOf(update.sessionUpdate) ?? "";
    if (kind === "agent_message_chunk" || kind === "agent_thought_chunk") return this.#say(kind, update);
    this.#speaking = false;
    if (kind === "tool_call" || kind === "tool_call_update") {
      if (this.tools.take(update) === null) {
        this.odd("unknown_update", `${withArticle(kind)} that names no tool call`);
      }
    } else if (kind === "plan") this.#takePlan(update);
    else if (kind === "usage_update") this.#takeUsage(update);
    else if (!QUIET.includes(kind)) {
      this.odd("unknown_update", `an update of the kind "${oneLine(kind, 100)}"`);
    }
  }

  /** Records something that the protocol does not define; only the first few of an attempt. */
  odd(incident: "unknown_update" | "malformed_message", detail: string): void {
    if (++this.#incidents > MAX_INCIDENTS) return;
    const last = this.#incidents === MAX_INCIDENTS ? " Further messages of this kind are not recorded." : "";
    this.note({ kind: "incident", incident, detail: `The agent sent ${detail}.${last}` });
  }

  /** Records the last reported usage, which every step reports, and the last of too many plans. */
  finish(): void {
    for (const note of [this.#latePlan, this.#usage]) if (note) this.note(note);
    this.#latePlan = null;
    this.#usage = null;
  }

  #say(kind: string, update: Raw): void {
    const text = stringOf(rawOf(update.content).text) ?? "";
    if (text === "") return;
    this.stream(text, kind === "agent_message_chunk" ? "words" : "thought");
    if (kind !== "agent_message_chunk") return;
    if (!this.#speaking) this.#message = "";
    this.#speaking = true;
    this.#message = (this.#message + text).slice(-MAX_MESSAGE);
  }

  #takePlan(update: Raw): void {
    const entries: AgentPlanEntry[] = listOf(update.entries).slice(0, 50).map(rawOf).map((entry, i) => ({
      id: `step_${i + 1}`,
      content: oneLine(stringOf(entry.content) ?? "", 200),
      status: stringOf(entry.status)?.slice(0, 40) ?? "pending",
      ...(stringOf(entry.priority) && { priority: stringOf(entry.priority)!.slice(0, 40) }),
    }));
    const plan = JSON.stringify(entries);
    if (plan === this.#plan) return;
    this.#plan = plan;
    const note: AgentNote = { kind: "plan", entries };
    if (++this.#plans > MAX_PLANS) this.#latePlan = note;
    else this.note(note);
  }

  #takeUsage(update: Raw): void {
    const cost = rawOf(update.cost);
    this.#usage = {
      kind: "usage",
      // Some agents report 0 with their last message, when the context is closed.
      contextTokens: numberOf(update.used) || (this.#usage?.contextTokens ?? 0),
      contextLimit: numberOf(update.size) ?? 0,
      costAmount: numberOf(cost.amount) ?? null,
      costCurrency: stringOf(cost.currency)?.slice(0, 10) ?? null,
    };
  }
}
