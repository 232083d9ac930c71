import { Argument, type Command } from "commander";
import { SCRIPTS } from "./completion/scripts.ts";
import { EXIT } from "./exit_codes.ts";
import { GROUPS, type Setup } from "./definition.ts";
import { programWords } from "./program_words.ts";
import { shellWord } from "../client/shell_word.ts";

const HELP = `
Examples:
  $ source <(agent-harness completions bash)                # or put this line into ~/.bashrc
  $ source <(agent-harness completions zsh)                 # or put this line into ~/.zshrc
  $ agent-harness completions fish > ~/.config/fish/completions/agent-harness.fish

Completes commands, flags and their values, and ids if a service is running.`;

/** `completions`: prints a shell completion script. */
export function defineCompletions(program: Command, { shell, finish }: Setup): void {
  program.command("completions").helpGroup(GROUPS.care)
    .summary("print a shell completion script")
    .description("Print the completion script for a shell. Nothing is installed.")
    .addArgument(new Argument("<shell>", "the shell").choices(Object.keys(SCRIPTS)))
    .addHelpText("after", HELP)
    .action((name: string) => {
      const words = programWords(shell.environment).map(shellWord).join(" ");
      shell.output.bytes(new TextEncoder().encode(SCRIPTS[name]!(words)));
      finish(EXIT.done);
    });
}
