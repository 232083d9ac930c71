import type { SandboxState } from "./policy.ts";
import type { Exception } from "./seccomp/refusals.ts";

/**
 * Returns a sentence about system calls that are allowed although a sandbox refuses them by default; empty if there are
 * none.
 */
export function describeSystemCalls(state: SandboxState, allowed: readonly Exception[] = []): string {
  if (!state.available) return "";
  if (state.unfiltered !== null) {
    return `System calls are not filtered (${state.unfiltered}), so kernel keyrings and vsock are shared with this user.`;
  }
  return allowed.length === 0
    ? ""
    : `sandbox.json allows system calls that are refused otherwise: ${allowed.join(", ")}.`;
}
