import { dirname } from "node:path";
import { EXIT, ExitError } from "../exit_codes.ts";
import type { Shell } from "../shell.ts";
import { oneLine } from "../terminal/neutralise.ts";
import { paint } from "../terminal/paint.ts";
import { requireYes } from "../terminal/terminal.ts";
import { callManager, type Manager, unitPath } from "./managers.ts";

/** The first words of every unit that this program writes. */
const OURS = /agent-harness/;

const textOf = async (path: string): Promise<string | null> => {
  try {
    return await Deno.readTextFile(path);
  } catch (cause) {
    if (cause instanceof Deno.errors.NotFound) return null;
    throw cause;
  }
};

/** Shows the unit, writes it after a yes, and starts it. Returns the exit code. */
export async function installUnit(
  shell: Shell,
  manager: Manager,
  text: string,
  yes: boolean | undefined,
): Promise<number> {
  const { output, terminal } = shell;
  await requireManager(shell, manager);
  const path = unitPath(manager, shell);
  const before = await textOf(path);
  output.talk(`${path}:\n`);
  output.talk(paint.dim(text));
  if (before !== null && before !== text) output.talk(paint.yellow("It replaces the file that is there."));
  const sentence = `Write it, and start the service now and at each login?`;
  await requireYes(terminal, sentence, yes);
  await Deno.mkdir(dirname(path), { recursive: true });
  await Deno.writeTextFile(path, text);
  for (const args of manager.start(path)) {
    const problem = await callManager(manager, shell, args);
    if (problem === null) continue;
    if (before === null) await Deno.remove(path);
    else await Deno.writeTextFile(path, before);
    throw new ExitError(EXIT.failed, `The service was not installed: ${oneLine(problem)}. Nothing was kept.`);
  }
  output.data(`${paint.green("✓")} Installed ${path}. The service is started now, and at each login.`);
  if (manager.note) output.talk(manager.note);
  return EXIT.done;
}

/** Ends the service and removes its unit after a yes. Returns the exit code. */
export async function uninstallUnit(
  shell: Shell,
  manager: Manager,
  yes: boolean | undefined,
): Promise<number> {
  const { output, terminal } = shell;
  const path = unitPath(manager, shell);
  const text = await textOf(path);
  if (text === null) {
    output.data(`Nothing is installed: there is no ${path}.`);
    return EXIT.done;
  }
  if (!OURS.test(text)) {
    throw new ExitError(EXIT.failed, `${path} is not a unit of agent-harness, so it stays.`);
  }
  const sentence = `This ends the service and removes ${path}. The storage directory stays. Continue?`;
  await requireYes(terminal, sentence, yes);
  for (const args of manager.end(path)) {
    const problem = await callManager(manager, shell, args);
    if (problem !== null) output.talk(paint.yellow(`${oneLine(problem)}. The file is removed all the same.`));
  }
  await Deno.remove(path);
  output.data(`${paint.green("✓")} Removed ${path}.`);
  return EXIT.done;
}

/** Throws a sentence that says what to do where no manager works for this user. */
async function requireManager(shell: Shell, manager: Manager): Promise<void> {
  const problem = await callManager(manager, shell, manager.probe);
  if (problem === null) return;
  throw new ExitError(
    EXIT.failed,
    `${manager.id} does not work for this user here: ${
      oneLine(problem)
    }. Start the service with agent-harness serve; agent-harness service print shows the unit.`,
  );
}
