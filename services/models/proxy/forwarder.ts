import source from "./forwarder.js" with { type: "text" };
import { findProgram } from "../../processes/find_program.ts";

/** The port at which a program in a sandbox without a network finds the model proxy; the sandbox has it for itself. */
export const FORWARDED_PORT = 4318;

/** The forwarder, as a file that deno and node can both run. */
export const FORWARDER_SOURCE: string = source;

/** What can run the forwarder, with the arguments that come before its file; null when nothing here can. */
export function forwarderRuntime(searchPath: string): { program: string; args: string[] } | null {
  // A compiled service is no deno that could run another program.
  if (!Deno.build.standalone) {
    const args = ["run", "--quiet", "--no-config", "--no-lock", "--no-npm", "--allow-all"];
    return { program: Deno.realPathSync(Deno.execPath()), args };
  }
  const node = findProgram("node", searchPath);
  return node === null ? null : { program: Deno.realPathSync(node), args: [] };
}
