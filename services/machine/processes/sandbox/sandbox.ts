import type { SandboxState } from "./policy.ts";
import { probeSandbox } from "./probe.ts";

/** Until the probe has a result. */
const UNKNOWN: SandboxState = {
  available: false,
  reason: "The service has just started and has not finished checking.",
  fix: "Try again in a moment.",
};

/** Finds out whether this service can confine commands: once, after it begins to listen and before it starts work. */
export class Sandbox {
  #state: SandboxState = UNKNOWN;
  #found: Promise<SandboxState> | null = null;

  /** `given` replaces the probe. */
  constructor(readonly searchPath: string, fixed?: SandboxState) {
    if (!fixed) return;
    this.#state = fixed;
    this.#found = Promise.resolve(fixed);
  }

  /** What is known so far; complete once work starts. Call `find` before running something. */
  get state(): SandboxState {
    return this.#state;
  }

  /** Returns the probe's result; the probe runs once. */
  find(): Promise<SandboxState> {
    return this.#found ??= probeSandbox(this.searchPath).then((state) => this.#state = state);
  }
}

/** What the context holds about the sandbox: whether commands can be confined here. */
export type SandboxLive = { sandbox: Pick<Sandbox, "state" | "find"> };
