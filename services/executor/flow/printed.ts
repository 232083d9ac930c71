/** How much is kept, in characters: the end of it. */
const MAX_CHARACTERS = 1024 * 1024;

/** What the commands of an attempt printed. */
export class Printed {
  #text = "";

  /** Adds a command with all that it printed. */
  command(command: string, { output, exitCode }: { output: string; exitCode: number }): void {
    const printed = output === "" || output.endsWith("\n") ? output : `${output}\n`;
    this.#text = `${this.#text}$ ${command}\n${printed}exit code ${exitCode}\n`.slice(-MAX_CHARACTERS);
  }

  get text(): string {
    return this.#text;
  }
}
