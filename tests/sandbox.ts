import { probeSandbox } from "../services/machine/processes/sandbox/mod.ts";
import { testNeeding } from "./kit/skip.ts";

const state = await probeSandbox(Deno.env.get("PATH") ?? "");

/** The sandbox of this machine, for tests that need one; null where there is none. */
export const SANDBOX = state.available ? state : null;

/** A test that truly needs a working `bwrap`; without one it is left out, and named. */
export const sandboxTest = (name: string, fn: () => void | Promise<void>): void =>
  testNeeding(state.available ? null : `${state.reason} ${state.fix}`, { name, fn });

/** What confines on this machine; only for the body of a `sandboxTest`. */
export function sandboxOfMachine(): NonNullable<typeof SANDBOX> {
  if (SANDBOX === null) throw new Error("there is no sandbox on this machine");
  return SANDBOX;
}
