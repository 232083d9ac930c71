import type { Emitter } from "highlight.js";
import { hljs } from "./languages.ts";
import type { Token } from "../../kit/text/pieces.ts";

/** Collects the start and end of each scope from highlight.js. Its HTML is not used. */
class TokenEmitter implements Emitter {
  readonly tokens: Token[] = [];
  readonly #scopes: string[] = [];
  #position = 0;

  addText(text: string): void {
    const scope = this.#scopes.findLast((name) => name !== "");
    const start = this.#position;
    this.#position += text.length;
    if (scope !== undefined && text !== "") this.tokens.push({ start, end: this.#position, scope });
  }

  startScope(name: string): void {
    this.#scopes.push(name);
  }

  endScope(): void {
    this.#scopes.pop();
  }

  openNode(name: string): void {
    this.startScope(name);
  }

  closeNode(): void {
    this.endScope();
  }

  __addSublanguage(emitter: TokenEmitter): void {
    const from = this.#position;
    for (const { start, end, scope } of emitter.tokens) {
      this.tokens.push({ start: from + start, end: from + end, scope });
    }
    this.#position = from + emitter.#position;
  }

  finalize(): void {}

  toHTML(): string {
    return "";
  }
}

hljs.configure({ __emitter: TokenEmitter });

/** Returns the tokens of each line, in order; none for an unknown language. */
export function highlight(lines: readonly string[], language: string): Token[][] {
  const perLine: Token[][] = lines.map(() => []);
  if (!hljs.getLanguage(language)) return perLine;
  const { _emitter } = hljs.highlight(lines.join("\n"), { language, ignoreIllegals: true });
  let [line, from] = [0, 0];
  for (const token of (_emitter as TokenEmitter).tokens) {
    let start = token.start;
    while (line < lines.length && start < token.end) {
      const until = from + lines[line]!.length;
      const end = Math.min(token.end, until);
      if (start < end) perLine[line]!.push({ start: start - from, end: end - from, scope: token.scope });
      if (token.end <= until) break;
      start = Math.max(start, until + 1);
      from = until + 1;
      line++;
    }
  }
  return perLine;
}
