import { lstatSync, realpathSync } from "node:fs";
import { dirname, join } from "node:path";
import {
  type HeldLimits,
  sandboxArguments,
  type SandboxPolicy,
  type SandboxState,
} from "../../processes/sandbox/mod.ts";
import { prepareBridge } from "../../network/bridge.ts";

/** The port at which an agent in its sandbox finds the model proxy; the sandbox's loopback is its own. */
export const MODEL_PROXY_PORT = 4318;
import type { AgentNetwork } from "../agent_seat.ts";
import { AGENT_CONFIGURATION } from "./protected_paths.ts";

/** Where an agent lives for one attempt: all absolute. */
export type AgentRoom = {
  worktree: string;
  /** Another path at which it is seen. */
  alsoAt?: string;
  /** The directory in the worktree that the run was given: the agent begins there and may change it. */
  directory: string;
  /** Kept for as long as the task session goes on. */
  home: string;
  /** Emptied before each start. */
  temporary: string;
  /** Where the proxy's socket lies, if it has one. */
  socket: string;
};

/** How an agent is held back on this machine, decided before anything is started. */
export type Isolation =
  | { confined: true; program: string; sentence: string }
  | { confined: false; sentence: string };

/** What holds an agent back here; without a sandbox the sentence says so. */
export function isolationOf(state: SandboxState): Isolation {
  if (!state.available) {
    return {
      confined: false,
      sentence:
        `It runs without a sandbox (${state.reason}), with all rights of the user of this service: it can read and change every file of theirs and use the network.`,
    };
  }
  const sentence =
    "It runs in a sandbox: it can write to its worktree and to a home of its own, sees no other files of yours, and it has no network but this service's model proxy, and package registries while a command is at work that you allowed to use them.";
  return { confined: true, program: state.program, sentence };
}

/** The arguments that start an agent in its sandbox, behind a bridge to the model proxy. */
export function confined(
  isolation: Extract<Isolation, { confined: true }>,
  room: AgentRoom,
  agent: { argv: readonly string[]; readable: readonly string[] },
  limits: Pick<HeldLimits, "outside" | "inside">,
  network: Pick<AgentNetwork, "listeners" | "readable">,
): string[] {
  const listeners = [{ port: MODEL_PROXY_PORT, socket: room.socket }, ...network.listeners];
  const bridge = prepareBridge(dirname(room.socket), listeners);
  const policy: SandboxPolicy = {
    directory: room.directory,
    ...(room.alsoAt !== undefined && { alsoAt: { path: room.alsoAt, worktree: room.worktree } }),
    writable: [room.directory],
    readable: [...agent.readable, ...network.readable, ...bridge.readable],
    masked: masksOf(room),
    home: room.home,
    homeAt: room.home,
    temporary: room.temporary,
  };
  const inside = [...bridge.argv, ...limits.inside, ...agent.argv];
  return [...limits.outside, isolation.program, ...sandboxArguments(policy, inside)];
}

/** Covers what the repository brings for agents to run; a link in its place is taken away, since it would be followed. */
function masksOf({ worktree, directory }: AgentRoom): SandboxPolicy["masked"] {
  const above = parentsWithin(worktree, directory);
  return [...coveredIn(directory, true), ...above.flatMap((each) => coveredIn(each, false))];
}

/** Agents look for their configuration upwards, too. */
function parentsWithin(worktree: string, directory: string): string[] {
  return directory === worktree ? [] : [dirname(directory), ...parentsWithin(worktree, dirname(directory))];
}

/** `made`: what is not there is covered too, so that nothing can be put in its place; needs a writable directory. */
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
