import { lstatSync, realpathSync } from "node:fs";
import { dirname, join } from "node:path";
import { homeDirectory, searchPath } from "../../ground/kernel/environment.ts";
import { prepareBridge } from "../../machine/network/bridge.ts";
import {
  type AvailableSandbox,
  composeSandbox,
  describeOpenings,
  type HeldLimits,
  homeSeenAt,
  type KernelRule,
  type Mask,
  sandboxCommand,
  type SandboxState,
  UNCONFINED_REACH,
} from "../../machine/processes/sandbox/mod.ts";
import type { AgentNetwork } from "../workers/agent_host.ts";
import { AGENT_CONFIGURATION } from "./protected_paths.ts";
import { isOneOf } from "../../../store/shared/tuples.ts";

/** The port at which an agent in its sandbox reaches the model proxy; the sandbox has its own loopback device. */
export const MODEL_PROXY_PORT = 4318;

/** The directories of an agent for one attempt; all absolute. */
export type AgentDirectories = {
  worktree: string;
  /** Another path at which the worktree is visible. */
  alsoAt?: string;
  /** The run's directory in the worktree: the agent starts there and may change it. */
  directory: string;
  /** Kept for the whole task session. */
  home: string;
  /** Emptied before each start. */
  temporary: string;
  /** The directory of the proxy's socket, if it has one. */
  socket: string;
};

/** How an agent is confined on this machine, decided before anything is started. */
export type Isolation =
  | { confined: true; sandbox: AvailableSandbox; sentence: string }
  | { confined: false; sentence: string };

/** Returns how an agent is confined here; without a sandbox the sentence says so. */
export function isolationOf(state: SandboxState): Isolation {
  if (!state.available) {
    return {
      confined: false,
      sentence:
        `It runs without a sandbox (${state.reason}), with all rights of the user who runs this service: with access to ${UNCONFINED_REACH}.`,
    };
  }
  const sentence =
    "It runs in a sandbox: it can write to its worktree and its own home directory, and cannot see your other files. Its only network access is this service's model proxy, and package registries while a command runs that you allowed to use them.";
  const calls = describeOpenings(state);
  return { confined: true, sandbox: state, sentence: calls === "" ? sentence : `${sentence} ${calls}` };
}

/** What an agent is started with: its program, and the paths that it may see besides its installation. */
type ShownAgent = {
  argv: readonly string[];
  programs: readonly string[];
  /** Paths that the service shows. */
  readable: readonly string[];
  /** Paths that the operator shows. */
  configured: readonly string[];
};

/** Returns the arguments that start an agent in its sandbox, behind a bridge to the model proxy. */
export async function confined(
  { sandbox }: Extract<Isolation, { confined: true }>,
  directories: AgentDirectories,
  agent: ShownAgent,
  limits: Pick<HeldLimits, "outside" | "inside">,
  network: Pick<AgentNetwork, "listeners" | "readable">,
  storageDirectory: string,
  kernel: KernelRule,
): Promise<string[]> {
  const listeners = [{ port: MODEL_PROXY_PORT, socket: directories.socket }, ...network.listeners];
  const bridge = prepareBridge(dirname(directories.socket), listeners);
  const place = {
    directory: directories.directory,
    ...(directories.alsoAt !== undefined &&
      { alsoAt: { path: directories.alsoAt, worktree: directories.worktree } }),
    home: directories.home,
    homeAt: directories.home,
    temporary: directories.temporary,
    readable: [...agent.readable, ...network.readable, ...bridge.readable],
    programs: agent.programs,
    masked: masksOf(directories),
    storageDirectory,
    searchPath: searchPath(),
  };
  const rule = { ...kernel, network: true, readable: [...agent.configured], writable: [] };
  const held = await composeSandbox(sandbox, place, rule, homeSeenAt(homeDirectory()));
  return [...limits.outside, ...sandboxCommand(held, [...bridge.argv, ...limits.inside, ...agent.argv])];
}

/** Hides what the repository contains for agents to execute; a link in its place is removed, since it would be followed. */
function masksOf({ worktree, directory }: AgentDirectories): Mask[] {
  const above = parentsWithin(worktree, directory);
  return [...coveredIn(directory, true), ...above.flatMap((each) => coveredIn(each, false))];
}

/** Agents also look for their configuration in parent directories. */
function parentsWithin(worktree: string, directory: string): string[] {
  return directory === worktree ? [] : [dirname(directory), ...parentsWithin(worktree, dirname(directory))];
}

/**
 * Returns the paths to hide. With `made`, missing paths are hidden as well, so that nothing can be created there; this needs
 * a writable directory.
 */
function coveredIn(worktree: string, made: boolean): Mask[] {
  const masks: Mask[] = [];
  for (const name of [...AGENT_CONFIGURATION.directories, ...AGENT_CONFIGURATION.files]) {
    const path = join(worktree, name);
    const found = lstatSync(path, { throwIfNoEntry: false });
    if (found?.isSymbolicLink()) Deno.removeSync(path);
    const isDirectory = isOneOf(AGENT_CONFIGURATION.directories, name);
    if (found?.isDirectory()) masks.push({ path: realpathSync(path), directory: true });
    else if (found?.isFile()) masks.push({ path: realpathSync(path), directory: false });
    else if (isDirectory && made) masks.push({ path, directory: true });
  }
  return masks;
}
