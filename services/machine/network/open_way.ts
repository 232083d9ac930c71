import { join } from "node:path";
import type { NetworkUse } from "../../../store/runs/network.ts";
import { type AllowedHost, showTarget } from "./allowed_host.ts";
import { isThisMachine } from "./address.ts";
import { type Bridge, type BridgeListener, prepareBridge } from "./bridge.ts";
import type { NetworkRule } from "./decide.ts";
import { openNetworkProxy } from "./proxy.ts";
import { makeSocketDirectory } from "./socket_directory.ts";

/** The port of the proxy in the sandbox; the sandbox has its own loopback. */
const PROXY_PORT = 4319;

const SOCKET = "proxy";

/** The network access of one command, seen from inside its sandbox. */
export type NetworkWay = Bridge & {
  /** The ports of the sandbox's loopback that lead here, for a program with its own bridge. */
  listeners: BridgeListener[];
  /** Tells programs about the proxy. */
  environment: Record<string, string>;
  use: () => NetworkUse | null;
  /** Closes the current connections. */
  cut: () => void;
  /** The directory of the socket; it may be removed once this is closed. */
  directory: string;
  close: () => Promise<void>;
};

/**
 * Opens a proxy for one command, with a bridge to it in the sandbox. A loopback port of this machine that the rule
 * names exactly is available at the same port in the sandbox, so that programs need no proxy for it.
 */
export async function openNetworkWay(preferred: string, rule: NetworkRule): Promise<NetworkWay> {
  const directory = await makeSocketDirectory(preferred, SOCKET);
  const socket = join(directory, SOCKET);
  const proxy = openNetworkProxy(socket, rule);
  const listeners: BridgeListener[] = [
    { port: PROXY_PORT, socket },
    ...localPorts(rule.allowed).map(({ port, target }) => ({ port, socket, target })),
  ];
  return {
    ...prepareBridge(directory, listeners),
    listeners,
    environment: proxyVariables(),
    directory,
    use: proxy.use,
    cut: proxy.cut,
    close: proxy.close,
  };
}

function localPorts(allowed: readonly AllowedHost[]): { port: number; target: string }[] {
  const ports = new Map<number, string>();
  for (const { host, port, anyAddress } of allowed) {
    if (port === null || !anyAddress || port === PROXY_PORT) continue;
    if (host === "localhost" || isThisMachine(host)) ports.set(port, showTarget({ host, port }));
  }
  return [...ports].map(([port, target]) => ({ port, target }));
}

/** The variables of package managers, git, curl and runtimes; Java uses properties. */
function proxyVariables(): Record<string, string> {
  const address = `http://127.0.0.1:${PROXY_PORT}`;
  const direct = "localhost,127.0.0.1,::1";
  const properties = ["http", "https"].flatMap((scheme) => [
    `-D${scheme}.proxyHost=127.0.0.1`,
    `-D${scheme}.proxyPort=${PROXY_PORT}`,
  ]);
  return {
    HTTP_PROXY: address,
    HTTPS_PROXY: address,
    ALL_PROXY: address,
    http_proxy: address,
    https_proxy: address,
    all_proxy: address,
    NO_PROXY: direct,
    no_proxy: direct,
    npm_config_proxy: address,
    npm_config_https_proxy: address,
    npm_config_noproxy: direct,
    YARN_HTTP_PROXY: address,
    YARN_HTTPS_PROXY: address,
    CARGO_HTTP_PROXY: address,
    PIP_PROXY: address,
    NODE_USE_ENV_PROXY: "1",
    JAVA_TOOL_OPTIONS: [...properties, "-Daether.connector.http.useSystemProperties=true"].join(" "),
  };
}
