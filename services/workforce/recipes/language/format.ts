import type { Instruction } from "./instruction.ts";

/**
 * Writes an instruction in the recipe language, so that parsing it yields the same instruction. A created file of several
 * lines becomes a fenced block; everything else takes one line.
 */
export function formatInstruction(instruction: Instruction): string {
  switch (instruction.kind) {
    case "create": {
      const head = `create ${formatPath(instruction.path)} with`;
      const { content } = instruction;
      return isBlock(content) ? `${head}:\n${formatBlock(content)}` : `${head} ${quote(content)}`;
    }
    case "append":
    case "prepend":
      return `${instruction.kind} ${quote(instruction.text)} to ${formatPath(instruction.path)}`;
    case "replace": {
      const { search, replacement, target } = instruction;
      const wanted = search.kind === "text" ? quote(search.text) : `/${search.source}/${search.flags}`;
      return `replace ${wanted} with ${quote(replacement)} in ${formatPath(target)}`;
    }
    case "rename":
      return `rename ${formatPath(instruction.from)} to ${formatPath(instruction.to)}`;
    case "delete":
      return `delete ${formatPath(instruction.path)}`;
    case "run":
      return `run ${instruction.command}`;
    case "use":
      return `use ${instruction.connector}.${instruction.action} ${JSON.stringify(instruction.input)}`;
  }
}

function formatPath(path: string): string {
  return /^[\w\-./@+*?[\]{},!]*[\w\-/@+*?[\]{},!]$/.test(path) ? path : quote(path);
}

function quote(text: string): string {
  const escaped = text.replaceAll(/[\\"]/g, "\\$&").replaceAll("\n", "\\n").replaceAll("\t", "\\t");
  return `"${escaped}"`;
}

/** Whether a text has at least two lines, each ended by a line feed: only those survive a fenced block byte for byte. */
function isBlock(content: string): boolean {
  return content.endsWith("\n") && content.indexOf("\n") < content.length - 1 && !content.includes("\r");
}

function formatBlock(content: string): string {
  const longest = Math.max(2, ...(content.match(/`+/g) ?? []).map((run) => run.length));
  const fence = "`".repeat(longest + 1);
  return `${fence}\n${content}${fence}`;
}
