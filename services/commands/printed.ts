/** How many characters are kept, counted from the end. */
const MAX_CHARACTERS = 1024 * 1024;

/** The output of an attempt's commands. */
export class Printed {
  #text = "";

  /** Adds a command with its output. */
  command(command: string, { output, exitCode }: { output: string; exitCode: number }): void {
    const printed = output === "" || output.endsWith("\n") ? output : `${output}\n`;
    this.#text = `${this.#text}$ ${command}\n${printed}exit code ${exitCode}\n`.slice(-MAX_CHARACTERS);
  }

  get text(): string {
    return this.#text;
  }
}
