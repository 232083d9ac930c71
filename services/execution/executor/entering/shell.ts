import { join } from "node:path";
import type { RunDocument } from "../../../../store/runs/document.ts";
import type { TaskSessionDocument } from "../../../../store/task_sessions/stream.ts";
import type { Ctx } from "../../../ground/kernel/context.ts";
import { homeDirectory, searchPath } from "../../../ground/kernel/environment.ts";
import { OFFLINE_VARIABLES } from "../../../machine/network/offline.ts";
import { childEnvironment } from "../../../machine/processes/environment.ts";
import { findProgram } from "../../../ground/kernel/find_program.ts";
import {
  composeSandbox,
  homeSeenAt,
  sandboxCommand,
  sandboxRuleOf,
} from "../../../machine/processes/sandbox/mod.ts";
import {
  objectDirectories,
  PERSON_SETTINGS,
  workingDirectory,
  worktreeAround,
} from "../../../machine/repositories/mod.ts";
import { homeOf } from "../../commands/confine.ts";
import { controlOf, workspacesOf } from "../../commands/control.ts";
import type { ExecutorLive } from "../../commands/live.ts";
import { temporaryOf } from "../../commands/paths.ts";
import type { EnterResult } from "./schemas.ts";

/** Returns how to start a shell in the worktree of a task that a person is in: in the sandbox of its commands, without network. */
export async function shellOf(
  ctx: Ctx<ExecutorLive>,
  run: RunDocument,
  { id, entered }: TaskSessionDocument,
): Promise<EnterResult["shell"]> {
  const { storageDirectory } = ctx.config;
  const control = await controlOf(ctx, run);
  const workspace = { directory: join(workspacesOf(storageDirectory), run.id, id) };
  const environment = childEnvironment({ ...OFFLINE_VARIABLES, ...PERSON_SETTINGS });
  const shell: [string] = [findProgram("bash", searchPath()) ?? "/bin/sh"];
  const sandbox = await ctx.sandbox.find();
  const homeAt = homeSeenAt(homeDirectory());
  const rule = await sandboxRuleOf(storageDirectory, homeAt, control.repository.root, "worker");
  if (!sandbox.available || !rule.sandbox) {
    return {
      argv: shell,
      environment,
      detail: "as this user without a sandbox, like the worker's commands",
    };
  }
  const temporary = temporaryOf(workspace);
  for (const path of [homeOf(workspace), temporary]) await Deno.mkdir(path, { recursive: true, mode: 0o700 });
  const seenAt = entered?.seenAt;
  const held = await composeSandbox(
    sandbox,
    {
      directory: workingDirectory(control, workspace),
      ...(seenAt !== undefined &&
        { alsoAt: { path: join(storageDirectory, seenAt), worktree: workspace.directory } }),
      home: homeOf(workspace),
      temporary,
      readable: [...worktreeAround(control, workspace), ...objectDirectories(control)],
      masked: [],
      storageDirectory,
      searchPath: searchPath(),
    },
    { ...rule, network: false },
    homeAt,
  );
  return {
    argv: sandboxCommand(held, withTerminal(shell)),
    environment: { ...environment, ...ownStart(shell) },
    detail: "in a sandbox without network access; it can write the worktree and its own temporary files",
  };
}

/** What others left in the home directory, such as a setup, must not run as if the person had typed it. */
const ownStart = ([shell]: readonly [string]): Record<string, string> => ({
  INPUTRC: "/dev/null",
  SHELL: shell, // `script` starts it, and others read files even for a single command
});

/** The first line in the shell, wherever it is started: most programs only say after a while that they reach nothing. */
const FIRST_LINE =
  "[agent-harness] This shell has no network. It can write the worktree, its own home directory and temporary files.";

/**
 * The sandbox has no terminal, so nothing in it can type into the person's terminal; `script` creates one inside. It does not pass
 * on the end of an input that is no terminal.
 */
function withTerminal([shell]: readonly [string]): string[] {
  const script = findProgram("script", searchPath());
  // A bash that only starts another one removes the prompt from the environment.
  const plain = shell.endsWith("/bash") ? `env PS1='\\W\\$ ' ${shell} --norc` : shell;
  const inside = script === null ? "" : `test ! -t 0 || exec ${script} -qec "$1" /dev/null; `;
  return ["sh", "-c", `printf '%s\\n' "$0" >&2; ${inside}eval "exec $1"`, FIRST_LINE, plain];
}
