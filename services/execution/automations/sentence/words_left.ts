/** What words of a sentence mean. */
export type ReadWords = { text: string; means: string };

/** A sentence whose words are taken piece by piece. */
export class WordsLeft {
  readonly parsed: ReadWords[] = [];

  constructor(public left: string) {}

  /** Takes the first words that match; null if none do. */
  take(pattern: RegExp, meansOf: (match: RegExpExecArray) => string): RegExpExecArray | null {
    const match = pattern.exec(this.left);
    if (match === null || match[0].trim() === "") return null;
    this.cut(match.index, match[0], meansOf(match));
    return match;
  }

  /** Takes words at a place. */
  cut(index: number, text: string, means: string): void {
    this.parsed.push({ text: text.trim(), means });
    this.left = `${this.left.slice(0, index)} ${this.left.slice(index + text.length)}`;
  }
}
