import { serveParser } from "../../../ground/parsing/serve_parser.ts";
import type { TaskFiles, TaskTool } from "./task_names.ts";
import { entriesOf } from "../../../../store/shared/records.ts";

/** A text of JSON, in a group, so that what looks like a comment in it stays. */
const STRING = String.raw`"(?:[^"\\]+|\\[^])*"?`;
const COMMENTS = new RegExp(String.raw`(${STRING})|//[^\n]*|/\*[^]*?(?:\*/|$)`, "g");
const TRAILING_COMMAS = new RegExp(String.raw`(${STRING})|,(?=\s*[}\]])`, "g");

await serveParser((input) => {
  const files = JSON.parse(new TextDecoder().decode(input)) as TaskFiles;
  return Object.fromEntries(
    entriesOf(files).map(([tool, texts]) => [tool, namesIn(texts, tool)]),
  );
});

/** The names that the files of a tool define, and whether there may be more. */
function namesIn(texts: readonly string[], tool: TaskTool): { names: string[]; open: boolean } {
  const found = texts.map((text) => tool === "npm" || tool === "deno" ? keysOf(text) : rulesOf(text, tool));
  return { names: [...new Set(found.flatMap((names) => names ?? []))], open: found.includes(null) };
}

/** Returns the scripts and tasks of a JSON file, which may contain comments; null when it cannot be read. */
function keysOf(text: string): string[] | null {
  try {
    const { scripts, tasks } = JSON.parse(withoutComments(text));
    return [...Object.keys(scripts ?? {}), ...Object.keys(tasks ?? {})];
  } catch {
    return null;
  }
}

/** Returns the same JSON without comments and trailing commas. */
function withoutComments(text: string): string {
  const withoutMatches = (from: string, what: RegExp) =>
    from.replace(what, (_, string?: string) => string ?? "");
  return withoutMatches(withoutMatches(text, COMMENTS), TRAILING_COMMAS);
}

/** Returns the targets of a Makefile or recipes of a justfile; null if it includes other files or defines them by pattern. */
function rulesOf(text: string, tool: "make" | "just"): string[] | null {
  const names: string[] = [];
  for (const line of text.split("\n")) {
    if (line.length > 500 || /^\s/.test(line)) continue;
    if (/^-?s?include\s|^(?:import|mod)\b/.test(line)) return null;
    if (/^[^:=#]*(?=:)/.exec(line)?.[0].includes("%")) return null;
    const [, head] = /^([^\s:#=][^:#=]*)::?(?!=)/.exec(line) ?? [];
    if (head === undefined) {
      const [, alias] = /^alias\s+([\w-]+)\s*:=/.exec(line) ?? [];
      if (alias !== undefined) names.push(alias);
    } else if (tool === "just") names.push(head.trim().split(/\s/)[0]!.replace(/^@/, ""));
    else names.push(...head.trim().split(/\s+/));
  }
  return names;
}
