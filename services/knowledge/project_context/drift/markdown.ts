// Own code: `marked.lexer` returns no line numbers, and a line of a few thousand `>` overflows its stack.

/** A part of a document with paths or commands; `block` numbers the shell fence of its lines, from 1. */
export type DocumentPiece = { kind: "code" | "link" | "shell"; text: string; line: number; block: number };

/** How much of a line is read: no one writes a path or a command after it. */
const MAX_LINE_LENGTH = 1000;

const SHELLS = new Set([
  "",
  "sh",
  "bash",
  "zsh",
  "shell",
  "console",
  "shell-session",
  "shellsession",
  "terminal",
]);

/** Later lines are not read. */
export const MAX_LINES = 20_000;

type Line = { text: string; line: number };

/** Yields code spans, link targets and the command lines of shell fences, in order. Time is linear in the text. */
export function piecesOf(markdown: string): DocumentPiece[] {
  const pieces: DocumentPiece[] = [];
  let block = 0;
  let fence: { mark: string; shell: boolean; lines: Line[] } | null = null;
  const endFence = (): void => {
    if (fence?.shell) {
      for (const each of commandLines(fence.lines)) pieces.push({ kind: "shell", ...each, block });
    }
    fence = null;
  };
  for (const [index, whole] of markdown.split("\n", MAX_LINES).entries()) {
    const text = whole.slice(0, MAX_LINE_LENGTH).replace(/\r$/, "");
    const line = index + 1;
    const [, mark, info] = /^\s*(`{3,}|~{3,})([^`]*)$/.exec(text) ?? [];
    if (fence) {
      if (mark?.startsWith(fence.mark) && info?.trim() === "") endFence();
      else fence.lines.push({ text, line });
    } else if (mark !== undefined) {
      block++;
      const language = /^\s*([\w+-]*)/.exec(info ?? "")?.[1]?.toLowerCase() ?? "";
      fence = { mark, shell: SHELLS.has(language), lines: [] };
    } else {
      const { spans, rest } = codeSpans(text);
      for (const span of spans) pieces.push({ kind: "code", text: span, line, block: 0 });
      for (const link of linkTargets(rest)) pieces.push({ kind: "link", text: link, line, block: 0 });
    }
  }
  endFence();
  return pieces;
}

/** Returns the commands of a fence: after a `$` if there are any, continued lines joined; nothing after a here-document. */
function commandLines(lines: readonly Line[]): Line[] {
  const prompted = lines.some(({ text }) => /^\s*[$%] /.test(text));
  const commands: Line[] = [];
  let open: Line | null = null;
  for (const { text, line } of lines) {
    const prompt = /^\s*[$%] /.exec(text)?.[0];
    if (!open && prompted && prompt === undefined) continue;
    const bare: string = open ? text : text.slice(prompt?.length ?? 0);
    const joined: Line = {
      text: open ? `${open.text} ${bare}`.slice(0, MAX_LINE_LENGTH) : bare,
      line: open?.line ?? line,
    };
    open = null;
    if (joined.text.endsWith("\\")) open = { ...joined, text: joined.text.slice(0, -1) };
    else if (joined.text.includes("<<")) break;
    else if (joined.text.trim() !== "") commands.push(joined);
  }
  return commands;
}

/**
 * Returns the code spans of a line, and the line with a space in place of each.
 *
 * @see CommonMark 0.31, 6.1: a run of backticks ends at the next run of the same length
 */
function codeSpans(line: string): { spans: string[]; rest: string } {
  const runs = [...line.matchAll(/`+/g)];
  const spans: string[] = [];
  let rest = "";
  let after = 0;
  for (let i = 0; i < runs.length; i++) {
    const { 0: mark, index } = runs[i]!;
    const end = runs.findIndex((run, at) => at > i && run[0].length === mark.length);
    if (end < 0) continue;
    spans.push(line.slice(index + mark.length, runs[end]!.index).trim());
    rest += `${line.slice(after, index)} `;
    after = runs[end]!.index + mark.length;
    i = end;
  }
  return { spans, rest: rest + line.slice(after) };
}

function linkTargets(line: string): string[] {
  const inline = [...line.matchAll(/\]\(\s*<?([^\s()<>"']{1,400})/g)].map((match) => match[1]!);
  const definition = /^ {0,3}\[[^\]]{1,200}\]:\s*<?([^\s<>]{1,400})/.exec(line)?.[1];
  return definition === undefined ? inline : [...inline, definition];
}
