/** One simple command of a shell text: its words without quotes, and files that it writes to. */
export type SimpleCommand = {
  words: string[];
  writesTo: string[];
  /** The input that a here-document or here-string gives it. */
  input: string | null;
};

/** The content of a shell text: its simple commands, and the texts that it substitutes (`$(…)` and backquotes). */
type ShellText = { commands: SimpleCommand[]; substitutions: string[] };

/**
 * Splits a shell text into its simple commands. Words lose their quotes and backslashes, so `"s"sh` and `\ssh` are `ssh`.
 * Variables are not expanded. It never fails: an unfinished quote ends with the text.
 *
 * @see POSIX.1-2024, Shell Command Language, 2.2, 2.3, 2.6.3, 2.7
 */
export function shellWords(text: string): ShellText {
  return new Tokenizer(text).read();
}

class Tokenizer {
  readonly #commands: SimpleCommand[] = [];
  readonly #substitutions: string[] = [];
  readonly #hereDocuments: { delimiter: string; tabs: boolean; command: SimpleCommand }[] = [];
  #command: SimpleCommand = { words: [], writesTo: [], input: null };
  #word: string | null = null;
  #awaits: "write" | "read" | "here" | "here-tabs" | "here-string" | null = null;
  #at = 0;

  constructor(readonly text: string) {}

  read(): ShellText {
    while (this.#at < this.text.length) this.#step();
    this.#endCommand();
    return { commands: this.#commands, substitutions: this.#substitutions };
  }

  #step(): void {
    const { text } = this;
    const character = text[this.#at] ?? "";
    if (text.startsWith("\\\n", this.#at)) this.#at += 2;
    else if (character === "\\") this.#add(text[this.#at + 1] ?? "", 2);
    else if (character === "'") this.#single();
    else if (character === '"') this.#double();
    else if (text.startsWith("$'", this.#at)) this.#at++;
    else if (text.startsWith("$(", this.#at) || character === "`") this.#substitution();
    else if (/^[<>]\(/.test(text.slice(this.#at, this.#at + 2))) this.#substitution();
    else if (character === "\n") this.#newline();
    else if (character === "#" && this.#word === null) this.#comment();
    else if (/[<>]/.test(character)) this.#redirection();
    else if (text.startsWith("&>", this.#at)) this.#at++;
    else if (/[;&|()]/.test(character)) this.#endCommand(1);
    else if (/\s/.test(character)) this.#endWord(1);
    else this.#add(character, 1);
  }

  #add(text: string, length: number): void {
    this.#word = (this.#word ?? "") + text;
    this.#at += length;
  }

  #single(): void {
    const end = this.text.indexOf("'", this.#at + 1);
    const stop = end < 0 ? this.text.length : end;
    this.#add(this.text.slice(this.#at + 1, stop), stop + 1 - this.#at);
  }

  #double(): void {
    this.#add("", 1);
    while (this.#at < this.text.length && this.text[this.#at] !== '"') {
      const character = this.text[this.#at] ?? "";
      if (character === "\\") {
        const next = this.text[this.#at + 1] ?? "";
        this.#add(next === "\n" ? "" : /[$`"\\]/.test(next) ? next : `\\${next}`, 2);
      } else if (this.text.startsWith("$(", this.#at) || character === "`") this.#substitution();
      else this.#add(character, 1);
    }
    this.#at++;
  }

  /** `$(…)`, `<(…)`, `>(…)` and backquotes: the text inside is parsed separately; the word keeps a `$`. */
  #substitution(): void {
    const backquote = this.text[this.#at] === "`";
    const start = this.#at + (backquote ? 1 : 2);
    const end = backquote ? closingBackquote(this.text, start) : closingParenthesis(this.text, start);
    const inner = this.text.slice(start, end);
    this.#substitutions.push(backquote ? inner.replaceAll(/\\([`$\\])/g, "$1") : inner);
    this.#add("$", end + 1 - this.#at);
  }

  #redirection(): void {
    const operator =
      /^(?:<<<|<<-|<<|<>|<&|>>|>\||>&|<|>)/.exec(this.text.slice(this.#at, this.#at + 3))?.[0] ?? "<";
    // A number directly before the operator is a file descriptor, not a word.
    if (this.#word !== null && /^\d+$/.test(this.#word)) this.#word = null;
    this.#endWord(operator.length);
    this.#awaits = operator === "<<<"
      ? "here-string"
      : operator === "<<-"
      ? "here-tabs"
      : operator === "<<"
      ? "here"
      : operator.startsWith(">") || operator === "<>"
      ? "write"
      : "read";
  }

  #endWord(length = 0): void {
    this.#at += length;
    if (this.#word === null) return;
    const word = this.#word;
    const awaits = this.#awaits;
    this.#word = this.#awaits = null;
    if (awaits === null) this.#command.words.push(word);
    else if (awaits === "write") this.#command.writesTo.push(word);
    else if (awaits === "here-string") this.#command.input = word;
    else if (awaits !== "read") {
      this.#hereDocuments.push({ delimiter: word, tabs: awaits === "here-tabs", command: this.#command });
    }
  }

  #endCommand(length = 0): void {
    this.#endWord(length);
    this.#awaits = null;
    const { words, writesTo, input } = this.#command;
    if (words.length > 0 || writesTo.length > 0 || input !== null) this.#commands.push(this.#command);
    this.#command = { words: [], writesTo: [], input: null };
  }

  #newline(): void {
    this.#endWord();
    const pending = this.#hereDocuments.splice(0);
    this.#endCommand(1);
    for (const { delimiter, tabs, command } of pending) {
      const lines: string[] = [];
      while (this.#at < this.text.length) {
        const end = this.text.indexOf("\n", this.#at);
        const line = this.text.slice(this.#at, end < 0 ? this.text.length : end);
        this.#at = end < 0 ? this.text.length : end + 1;
        if ((tabs ? line.replace(/^\t+/, "") : line) === delimiter) break;
        lines.push(line);
      }
      command.input = lines.join("\n");
    }
  }

  #comment(): void {
    const end = this.text.indexOf("\n", this.#at);
    this.#at = end < 0 ? this.text.length : end;
  }
}

function closingBackquote(text: string, start: number): number {
  let at = start;
  while (at < text.length && text[at] !== "`") at += text[at] === "\\" ? 2 : 1;
  return Math.min(at, text.length);
}

function closingParenthesis(text: string, start: number): number {
  let depth = 1;
  for (let at = start; at < text.length; at++) {
    const character = text[at];
    if (character === "\\") at++;
    else if (character === "'") at = Math.max(at, text.indexOf("'", at + 1));
    else if (character === "(") depth++;
    else if (character === ")" && --depth === 0) return at;
  }
  return text.length;
}
