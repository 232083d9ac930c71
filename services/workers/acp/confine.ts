import { lstatSync, realpathSync } from "node:fs";
import { dirname, join } from "node:path";
import {
  type HeldLimits,
  sandboxArguments,
  type SandboxPolicy,
  type SandboxState,
} from "../../processes/sandbox/mod.ts";
import { prepareBridge } from "../../network/bridge.ts";

/** The port at which an agent in its sandbox reaches the model proxy; the sandbox has its own loopback device. */
export const MODEL_PROXY_PORT = 4318;
import type { AgentNetwork } from "../agent_host.ts";
import { AGENT_CONFIGURATION } from "./protected_paths.ts";

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
  | { confined: true; program: string; sentence: string }
  | { confined: false; sentence: string };

/** Returns how an agent is confined here; without a sandbox the sentence says so. */
export function isolationOf(state: SandboxState): Isolation {
  if (!state.available) {
    return {
      confined: false,
      sentence:
        `It runs without a sandbox (${state.reason}), with all rights of the user who runs this service: it can read and change all of that user's files and use the network.`,
    };
  }
  const sentence =
    "It runs in a sandbox: it can write to its worktree and its own home directory, and cannot see your other files. Its only network access is this service's model proxy, and package registries while a command runs that you allowed to use them.";
  return { confined: true, program: state.program, sentence };
}

/** Returns the arguments that start an agent in its sandbox, behind a bridge to the model proxy. */
export function confined(
  isolation: Extract<Isolation, { confined: true }>,
  directories: AgentDirectories,
  agent: { argv: readonly string[]; readable: readonly string[] },
  limits: Pick<HeldLimits, "outside" | "inside">,
  network: Pick<AgentNetwork, "listeners" | "readable">,
): string[] {
  const listeners = [{ port: MODEL_PROXY_PORT, socket: directories.socket }, ...network.listeners];
  const bridge = prepareBridge(dirname(directories.socket), listeners);
  const policy: SandboxPolicy = {
    directory: directories.directory,
    ...(directories.alsoAt !== undefined &&
      { alsoAt: { path: directories.alsoAt, worktree: directories.worktree } }),
    writable: [directories.directory],
    readable: [...agent.readable, ...network.readable, ...bridge.readable],
    masked: masksOf(directories),
    home: directories.home,
    homeAt: directories.home,
    temporary: directories.temporary,
  };
  const inside = [...bridge.argv, ...limits.inside, ...agent.argv];
  return [...limits.outside, isolation.program, ...sandboxArguments(policy, inside)];
}

/** Hides what the repository contains for agents to execute; a link in its place is removed, since it would be followed. */
function masksOf({ worktree, directory }: AgentDirectories): SandboxPolicy["masked"] {
  const above = parentsWithin(worktree, directory);
  return [...coveredIn(directory, true), ...above.flatMap((each) => coveredIn(each, false))];
}

/** Agents also look for their configuration in parent directories. */
function parentsWithin(worktree: string, directory: string): string[] {
  return directory === worktree ? [] : [dirname(directory), ...parentsWithin(worktree, dirname(directory))];
}

/** Returns the paths to hide. With `made`, missing ones are hidden too, so nothing can be created there; needs a writable directory. */
function coveredIn(worktree: string, made: boolean): SandboxPolicy["masked"] {
  const masks: { path: string; directory: boolean }[] = [];
  for (const name of [...AGENT_CONFIGURATION.directories, ...AGENT_CONFIGURATION.files]) {
    const path = join(worktree, name);
    const found = lstatSync(path, { throwIfNoEntry: false });
    if (found?.isSymbolicLink()) Deno.removeSync(path);
    const isDirectory = (AGENT_CONFIGURATION.directories as readonly string[]).includes(name);
    if (found?.isDirectory()) masks.push({ path: realpathSync(path), directory: true });
    else if (found?.isFile()) masks.push({ path: realpathSync(path), directory: false });
    else if (isDirectory && made) masks.push({ path, directory: true });
  }
  return masks;
}
