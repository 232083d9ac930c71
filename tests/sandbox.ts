import { probeSandbox } from "../services/processes/sandbox/mod.ts";

const state = await probeSandbox(Deno.env.get("PATH") ?? "");

/** The sandbox of this machine, for tests that need one; null where there is none. */
export const SANDBOX = state.available ? state : null;

if (!state.available) {
  const sentence = `\n!!! Tests of the sandbox are left out: ${state.reason} To run them: ${state.fix}\n`;
  Deno.stderr.writeSync(new TextEncoder().encode(sentence));
}

/** A test that truly needs a working `bwrap`; without one it is left out, and the run says so. */
export function sandboxTest(name: string, fn: () => void | Promise<void>): void {
  Deno.test({ name, ignore: SANDBOX === null, fn });
}

/** The program that confines; only for the body of a `sandboxTest`. */
export function sandboxProgram(): string {
  if (SANDBOX === null) throw new Error("there is no sandbox on this machine");
  return SANDBOX.program;
}
