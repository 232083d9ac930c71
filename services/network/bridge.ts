import { join } from "node:path";
import source from "./bridge.js" with { type: "text" };

/** A port of the sandbox's own loopback, and the socket of the service that it leads to. */
export type BridgeListener = {
  port: number;
  socket: string;
  /** A `host:port` that each connection is opened to; absent where the socket itself is what is talked to. */
  target?: string;
};

/** The first argument of the bridge; a compiled service knows by it that it is started as one. */
export const BRIDGE_ARGUMENT = "sandbox-bridge";

/** The program of the bridge, for whatever runs it. */
export const BRIDGE_SOURCE: string = source;

/** How a program is started behind a bridge: what comes before its arguments, and what the sandbox must show for that. */
export type Bridge = { argv: string[]; readable: string[] };

/**
 * Prepares a bridge for one command. `directory` holds the sockets; the program of the bridge is written beside them. It is run by
 * Deno, or by this executable itself where it is a compiled one.
 */
export function prepareBridge(directory: string, listeners: readonly BridgeListener[]): Bridge {
  const runtime = Deno.realPathSync(Deno.execPath());
  const given = [BRIDGE_ARGUMENT, JSON.stringify(listeners)];
  const inTemporary = ["/usr/bin/env", "DENO_DIR=/tmp/.agent-harness-bridge", "DENO_NO_UPDATE_CHECK=1"];
  if (Deno.build.standalone) {
    return { argv: [...inTemporary, runtime, ...given], readable: [runtime, directory] };
  }
  const script = join(directory, "bridge.mjs");
  Deno.writeTextFileSync(script, BRIDGE_SOURCE, { mode: 0o600 });
  const options = [
    "run",
    "--quiet",
    "--no-config",
    "--no-lock",
    "--no-npm",
    "--no-code-cache",
    "--allow-all",
  ];
  return { argv: [...inTemporary, runtime, ...options, script, ...given], readable: [runtime, directory] };
}
