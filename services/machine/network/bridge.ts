import { join } from "node:path";
import source from "./bridge.js" with { type: "text" };

/** A port of the sandbox's own loopback, and the socket of the service that it leads to. */
export type BridgeListener = {
  port: number;
  socket: string;
  /** The `host:port` to which each connection is opened; absent if the socket itself is the server. */
  target?: string;
};

/** The first argument of the bridge, by which a compiled service knows that it was started as one. */
export const BRIDGE_ARGUMENT = "sandbox-bridge";

/** Returns the program of the bridge. */
const BRIDGE_SOURCE: string = source;

/** How a program is started behind a bridge: the arguments before its own, and the files that the sandbox must show. */
export type Bridge = { argv: string[]; readable: string[] };

/**
 * Prepares a bridge for one command. `directory` contains the sockets; the bridge's program is written next to them. It
 * is run by Deno, or by this executable if it is compiled.
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
