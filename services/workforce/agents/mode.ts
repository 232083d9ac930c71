import type { AgentNote } from "../workers/agent_host.ts";
import type { AgentConnection } from "./protocol/connection.ts";
import { oneLine, type Raw, rawOf, stringOf } from "./protocol/raw.ts";

/** So often a session is set back before its agent counts as one that does not ask. */
const MAX_CHANGES = 5;

/** Keeps the session of an agent in a mode in which it asks before it acts: in others it decides what it may do. */
export class AskingMode {
  readonly #broken = Promise.withResolvers<never>();
  #set: ((mode: string) => Promise<void>) | null = null;
  /** The mode of which was heard before the session was open. */
  #heard: string | null = null;
  #changes = 0;

  /** `asks` are the modes in which the agent asks, the usual one first; none for one that asks in each. */
  constructor(
    readonly agent: string,
    readonly asks: readonly string[],
    readonly note: (note: AgentNote) => void,
  ) {
    this.#broken.promise.catch(() => {});
  }

  /** Rejects when the agent does not stay in such a mode. */
  get broken(): Promise<never> {
    return this.#broken.promise;
  }

  /** Watches a session that begins in `mode`, after setting it if need be; null for one without modes. Throws if it cannot be set. */
  async watch(
    connection: Pick<AgentConnection, "setMode">,
    { sessionId, mode }: { sessionId: string; mode: string | null },
    signal: AbortSignal,
  ): Promise<void> {
    this.#set = async (to) => {
      await connection.setMode(sessionId, to, signal).catch((cause) => {
        signal.throwIfAborted();
        throw new Error(`The agent cannot be set to the mode "${to}", in which it asks: ${cause.message}`);
      });
    };
    const now = this.#heard ?? mode;
    if (now !== null && !this.#isAsking(now)) await this.#set(this.asks[0]!);
  }

  /** Takes the parameters of one `session/update`: a session that leaves such a mode is set back. */
  take(params: Raw): void {
    const { sessionUpdate, currentModeId } = rawOf(params.update);
    const mode = stringOf(currentModeId);
    if (sessionUpdate !== "current_mode_update" || mode === undefined) return;
    if (this.#set === null) return void (this.#heard = mode);
    if (this.#isAsking(mode)) return;
    const switched = `switched to the mode "${oneLine(mode, 100)}", in which it does not ask`;
    if (++this.#changes > MAX_CHANGES) {
      return this.#broken.reject(new Error(`The agent ${switched}, again and again.`));
    }
    const detail = `${this.agent} ${switched}. It was set back to "${this.asks[0]}".`;
    this.note({ kind: "incident", incident: "not_allowed", detail });
    this.#set(this.asks[0]!).catch((cause) => this.#broken.reject(cause));
  }

  #isAsking = (mode: string): boolean => this.asks.length === 0 || this.asks.includes(mode);
}
