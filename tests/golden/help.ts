import type { Command } from "commander";
import { buildWholeProgram } from "../../commands/program.ts";
import { createOutput } from "../../commands/terminal/output.ts";

/** Where the help of every command is kept. */
export const HELP_FILE = new URL("./help.txt", import.meta.url);

/** The program with every command, and a way to have one's help as plain text. */
export async function programWithHelp(): Promise<{ program: Command; helpOf: (command: Command) => string }> {
  let text = "";
  const sink = {
    write: (bytes: Uint8Array) => void (text += new TextDecoder().decode(bytes)),
    terminal: false,
  };
  const output = createOutput({ stdout: sink, stderr: sink }, { colour: false, columns: null });
  const terminal = { interactive: false, rows: 24, ask: () => Promise.resolve(null) };
  const shell = { output, terminal, environment: () => undefined };
  const program = await buildWholeProgram({ shell, finish: () => {} });
  const helpOf = (command: Command): string => {
    text = "";
    command.outputHelp();
    return text;
  };
  return { program, helpOf };
}

/** The `--help` of every command, one after the other. */
export async function renderHelp(): Promise<string> {
  const { program, helpOf } = await programWithHelp();
  let text = "";
  const show = (command: Command, words: readonly string[]) => {
    text += `\n━━━ ${[...words, "--help"].join(" ")}\n${helpOf(command)}`;
    for (const inner of command.commands) show(inner, [...words, inner.name()]);
  };
  show(program, ["agent-harness"]);
  return text.trimStart();
}

/** Writes the golden file anew. */
export const writeHelp = async (): Promise<void> => await Deno.writeTextFile(HELP_FILE, await renderHelp());

if (import.meta.main) await writeHelp();
