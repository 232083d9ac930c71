import type { SandboxState } from "./policy.ts";
import type { Exception } from "./seccomp/refusals.ts";

/** Returns in a sentence what is not refused of the system calls that a sandbox refuses; empty where all of them are. */
export function describeSystemCalls(state: SandboxState, allowed: readonly Exception[] = []): string {
  if (!state.available) return "";
  if (state.unfiltered !== null) {
    return `System calls are not filtered (${state.unfiltered}), so kernel keyrings and vsock are shared with this user.`;
  }
  return allowed.length === 0
    ? ""
    : `sandbox.json allows system calls that are refused otherwise: ${allowed.join(", ")}.`;
}
