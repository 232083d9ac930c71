import { counted } from "../../client/words.ts";
import type { Output } from "./output.ts";
import type { Terminal } from "./terminal.ts";

/**
 * Prints a long text one screen at a time if there is a terminal. Returns the number of lines that were not shown because the
 * person stopped.
 */
export async function page(output: Output, terminal: Terminal, lines: readonly string[]): Promise<number> {
  const size = terminal.interactive && output.terminal ? Math.max(5, terminal.rows - 2) : lines.length;
  for (let at = 0; at < lines.length; at += size) {
    output.data(lines.slice(at, at + size).join("\n"));
    const left = lines.length - at - size;
    if (left <= 0) break;
    const question = `— ${counted(left, "more line")}: Space continues, q skips the rest `;
    const key = await terminal.key(question, { follows: at > 0 });
    if (key === null || key.toLowerCase() === "q") return left;
  }
  return 0;
}
