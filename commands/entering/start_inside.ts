import { EXIT, ExitError } from "../exit_codes.ts";
import { ownEnvironment } from "../own_environment.ts";
import type { Shell } from "../shell.ts";
import { leavingInterrupts } from "../terminal/interrupts.ts";
import { messageOf } from "../../store/shared/message_of.ts";

type Way = { argv: readonly string[]; environment: Readonly<Record<string, string>> };

/** Starts the sandboxed shell in this terminal, and resolves when it ends. */
export const startShell = ({ environment }: Shell, directory: string, { argv, environment: given }: Way) => {
  const own = ["TERM", "COLORTERM"].flatMap((name) => {
    const value = environment(name);
    return value === undefined ? [] : [[name, value]];
  });
  return start(argv, directory, { clearEnv: true, env: { ...given, ...Object.fromEntries(own) } });
};

/**
 * Starts the person's own editor on the worktree, as their user; resolves when it ends. What git reads in the worktree cannot make
 * it run a program there.
 */
export const startEditor = (editor: string, directory: string, { environment }: Way) =>
  start(
    [...editor.split(" ").filter((word) => word !== ""), directory],
    directory,
    ownEnvironment(environment),
  );

async function start(
  [program = "", ...args]: readonly string[],
  cwd: string,
  options: Pick<Deno.CommandOptions, "clearEnv" | "env">,
): Promise<void> {
  try {
    await leavingInterrupts(() => new Deno.Command(program, { args, cwd, ...options }).spawn().status);
  } catch (cause) {
    const why = messageOf(cause);
    throw new ExitError(EXIT.failed, `Could not start ${program}: ${why}`);
  }
}
