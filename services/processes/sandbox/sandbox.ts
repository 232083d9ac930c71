import type { SandboxState } from "./policy.ts";
import { probeSandbox } from "./probe.ts";

/** Until the probe has an answer. */
const UNKNOWN: SandboxState = {
  available: false,
  reason: "The service has just started and has not found out yet whether they can be.",
  fix: "Ask again in a moment.",
};

/** Whether commands of this service can be confined: found out once, when it has begun to listen and before it takes up work. */
export class Sandbox {
  #state: SandboxState = UNKNOWN;
  #found: Promise<SandboxState> | null = null;

  /** `given` takes the place of the probe. */
  constructor(readonly searchPath: string, given?: SandboxState) {
    if (!given) return;
    this.#state = given;
    this.#found = Promise.resolve(given);
  }

  /** What is known by now: all of it from when work is taken up. Whoever is about to run something asks `find`. */
  get state(): SandboxState {
    return this.#state;
  }

  /** What the probe finds, or has found; it runs once. */
  find(): Promise<SandboxState> {
    return this.#found ??= probeSandbox(this.searchPath).then((state) => this.#state = state);
  }
}

/** What a context carries of the sandbox: whether commands can be confined here. */
export type SandboxLive = { sandbox: Pick<Sandbox, "state" | "find"> };
