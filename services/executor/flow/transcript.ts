/** How much of each is kept, in characters: the end of it. */
const MAX_CHARACTERS = 1024 * 1024;

/** What the commands of an attempt printed, and what its worker said. */
export class Transcript {
  #output = "";
  #words = "";

  /** Adds a command with all that it printed. */
  command(command: string, { output, exitCode }: { output: string; exitCode: number }): void {
    const printed = output === "" || output.endsWith("\n") ? output : `${output}\n`;
    this.#output = tail(`${this.#output}$ ${command}\n${printed}exit code ${exitCode}\n`);
  }

  /** Adds words as they come. */
  say(text: string): void {
    this.#words = tail(this.#words + text);
  }

  get output(): string {
    return this.#output;
  }

  get words(): string {
    return this.#words;
  }
}

const tail = (text: string): string => text.slice(-MAX_CHARACTERS);
