import type { Command } from "commander";
import { buildWholeProgram } from "../../commands/program.ts";
import { createOutput } from "../../commands/terminal/output.ts";

/** The program with every command, and a way to have one's help as plain text. */
export async function programWithHelp(): Promise<{ program: Command; helpOf: (command: Command) => string }> {
  let text = "";
  const sink = {
    write: (bytes: Uint8Array) => void (text += new TextDecoder().decode(bytes)),
    terminal: false,
  };
  const output = createOutput({ stdout: sink, stderr: sink }, { colour: false, columns: null });
  const nobody = () => Promise.resolve(null);
  const terminal = { interactive: false, rows: 24, ask: nobody, key: nobody, hidden: nobody };
  const shell = { output, terminal, environment: () => undefined };
  const program = await buildWholeProgram({ shell, finish: () => {} });
  const helpOf = (command: Command): string => {
    text = "";
    command.outputHelp();
    return text;
  };
  return { program, helpOf };
}

/** The `--help` of one command. */
export type HelpPage = { title: string; command: Command; text: string };

/** The `--help` of every command, in the order in which the program lists them. */
export async function helpPages(): Promise<HelpPage[]> {
  const { program, helpOf } = await programWithHelp();
  const pages: HelpPage[] = [];
  const show = (command: Command, words: readonly string[]): void => {
    pages.push({ title: [...words, "--help"].join(" "), command, text: helpOf(command) });
    for (const inner of command.commands) show(inner, [...words, inner.name()]);
  };
  show(program, ["agent-harness"]);
  return pages;
}
