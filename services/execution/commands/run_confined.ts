import type { Core } from "../../ground/kernel/context.ts";
import { homeDirectory, searchPath } from "../../ground/kernel/environment.ts";
import { OFFLINE_VARIABLES } from "../../machine/network/offline.ts";
import { decideCommand } from "../../ground/policy/decide.ts";
import { type ProcessResult, runProcess } from "../../machine/processes/run.ts";
import {
  type AvailableSandbox,
  composeSandbox,
  homeSeenAt,
  type Purpose,
  type SandboxLive,
  sandboxRuleOf,
} from "../../machine/processes/sandbox/mod.ts";
import {
  type Control,
  objectDirectories,
  ownObjectDirectories,
  removeTree,
  workingDirectory,
  type Workspace,
  worktreeAround,
} from "../../machine/repositories/mod.ts";
import { placeOf } from "./run_command.ts";
import { StepFailed } from "./interrupts.ts";
import { openNetwork } from "./network.ts";

/** How much of a command's output is kept, in bytes. */
const OUTPUT_LIMIT = 1024 * 1024;

/** Where commands are confined, and until when. */
export type ConfinedPlace = {
  ctx: Core & SandboxLive;
  control: Control;
  /** The directory of its workspaces. */
  directory: string;
  /** What confines its commands. */
  sandbox: AvailableSandbox;
  /** Aborted when all of it ends, with everything it runs. */
  signal: AbortSignal;
  endsAt: number;
};

/** One command there. */
type ConfinedCommand = {
  command: string;
  workspace: Workspace;
  purpose: Purpose;
  directory?: string | undefined;
  environment?: Readonly<Record<string, string>> | undefined;
  timeoutMilliseconds: number;
  /** Its home directory; that of all commands there if absent. */
  home?: string;
  /** Allows the network access that `sandbox.json` gives to commands of the purpose. */
  network?: true;
};

/**
 * Runs a command in the sandbox without secrets and, unless it is asked for, without network. It can only write its worktree,
 * whatever `sandbox.json` lets commands of runs write. Throws `StepFailed` for a blocked class.
 */
export async function runConfined(place: ConfinedPlace, command: ConfinedCommand): Promise<ProcessResult> {
  const { ctx, control, sandbox, signal, endsAt } = place;
  const { workspace } = command;
  const { blockedClass, reason } = decideCommand(command.command);
  if (blockedClass) throw new StepFailed("policy_blocked", `${reason} (blocked class: ${blockedClass.id})`);
  const { storageDirectory } = ctx.config;
  const homeAt = homeSeenAt(homeDirectory());
  const rule = await sandboxRuleOf(storageDirectory, homeAt, control.repository.root, command.purpose);
  const temporary = `${place.directory}/temporary-${crypto.randomUUID()}`;
  const home = command.home ?? `${place.directory}/home`;
  await using undo = new AsyncDisposableStack();
  await Deno.mkdir(home, { recursive: true, mode: 0o700 });
  await Deno.mkdir(temporary, { mode: 0o700 });
  try {
    const { alsoAt } = workspace;
    const open = command.network === true && rule.network;
    const way = open ? await openNetwork({ ctx }, workspace, rule, homeAt, undo) : null;
    const shown = {
      directory: workingDirectory(control, workspace),
      ...(alsoAt !== undefined && { alsoAt: { path: alsoAt, worktree: workspace.directory } }),
      home,
      temporary,
      readable: [
        ...worktreeAround(control, workspace),
        ...(open ? ownObjectDirectories(control) : objectDirectories(control)),
        ...way?.readable ?? [],
      ],
      masked: [],
      storageDirectory,
      searchPath: searchPath(),
    };
    const held = await composeSandbox(sandbox, shown, { ...rule, network: open, writable: [] }, homeAt);
    const left = endsAt - ctx.now().getTime();
    const result = await runProcess({
      command: command.command,
      directory: placeOf({ control, ...command, directory: command.directory ?? "" }),
      environment: { ...command.environment, ...way?.environment ?? OFFLINE_VARIABLES },
      signal,
      timeoutMilliseconds: Math.max(1, Math.min(command.timeoutMilliseconds, left)),
      outputLimit: OUTPUT_LIMIT,
      redactor: ctx.redactor,
      // The sandbox ends with this process, so the next start has nothing to clean up.
      onSpawn: () => {},
      sandbox: { ...held, through: way?.argv ?? [], limits: rule.limits },
    });
    signal.throwIfAborted();
    return result;
  } finally {
    await removeTree(temporary);
  }
}
