import { diffOf } from "../worker_tools/file_change.ts";
import type { WorkerReport } from "../workers/worker.ts";
import { placeInWorktree } from "./protected_paths.ts";
import { oneLine, type Raw, stringOf } from "./protocol/raw.ts";
import { type AgentToolCall, commandOf, withMessage } from "./tool_call.ts";

const OVER = ["completed", "failed"];

/** How many calls of one session are tracked; later ones are not distinguished. */
const MAX_TRACKED = 10_000;

/** The tool calls of an agent's session, combined from all messages; each is reported once at its start and once at its end. */
export class ToolCalls {
  readonly #known = new Map<string, AgentToolCall>();
  readonly #open = new Set<string>();
  readonly #over = new Set<string>();

  constructor(
    readonly directory: string,
    readonly report: (report: WorkerReport) => void,
    /** Called for each call that the agent reports as ended. */
    readonly ended: (call: AgentToolCall) => void = () => {},
  ) {}

  /** Adds what a message says about a call, and returns everything known about it. */
  take(message: Raw): AgentToolCall | null {
    const id = stringOf(message.toolCallId);
    if (id === undefined || (!this.#known.has(id) && this.#known.size >= MAX_TRACKED)) return null;
    const call = withMessage(this.#known.get(id), message);
    this.#known.set(id, call);
    if (this.#over.has(id)) return call;
    const isOver = OVER.includes(call.status);
    // Before a call starts, an agent often knows neither its title nor its input.
    if (!this.#open.has(id) && (isOver || call.status === "in_progress" || call.rawInput !== undefined)) {
      this.#open.add(id);
      this.report({ kind: "tool_started", ...this.#described(call) });
    }
    if (isOver) this.#end(call);
    return call;
  }

  /** Whether there has been a call. */
  get hasBegun(): boolean {
    return this.#known.size > 0;
  }

  /** Whether a call is running that may take long. */
  get isWorking(): boolean {
    return [...this.#open].some((id) => {
      const call = this.#known.get(id);
      return call?.status === "in_progress" && commandOf(call) !== undefined;
    });
  }

  /** Ends the turn: calls without a reported end count as failed. */
  closeAll(): void {
    for (const id of [...this.#open]) this.#end({ ...this.#known.get(id)!, status: "failed" });
  }

  #end(call: AgentToolCall): void {
    this.#open.delete(call.id);
    this.#over.add(call.id);
    this.ended(call);
    this.report({
      kind: call.status === "completed" ? "tool_completed" : "tool_failed",
      ...this.#described(call),
      ...(call.text !== "" && { output: call.text }),
      ...(call.exitCode !== null && { exitCode: call.exitCode }),
      ...(call.diffs.length > 0 && { shown: { diff: this.#diffOf(call) } }),
    });
  }

  #diffOf({ diffs }: AgentToolCall): string {
    return diffs.map(({ path, oldText, newText }) => diffOf(this.#pathOf(path), oldText, newText) ?? "").join(
      "",
    );
  }

  #pathOf(path: string): string {
    const place = placeInWorktree(this.directory, path);
    return "path" in place ? place.path : place.outside;
  }

  #described(call: AgentToolCall): { call: string; tool: string; summary: string; path?: string } {
    const [first] = [...call.diffs.map(({ path }) => path), ...call.locations];
    const path = first === undefined ? undefined : this.#pathOf(first);
    const command = commandOf(call);
    return {
      call: call.id,
      tool: call.kind,
      summary: oneLine(command === undefined ? call.title : `$ ${command}`, 300),
      ...(path !== undefined && { path: path.slice(0, 1000) }),
    };
  }
}
