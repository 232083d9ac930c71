import { join } from "node:path";
import { readInside } from "../inside.ts";
import type { Listing } from "./listing.ts";

/** A program that runs things by the names that a file of the repository gives them. */
export type TaskTool = "npm" | "deno" | "make" | "just";

const MOST_FILES = 50;
const MOST_BYTES = 128 * 1024;

const FILES: Readonly<Record<TaskTool, readonly string[]>> = {
  npm: ["package.json"],
  deno: ["deno.json", "deno.jsonc", "package.json"],
  make: ["Makefile", "makefile", "GNUmakefile"],
  just: ["justfile", "Justfile", ".justfile"],
};

/** What can be run by name, anywhere in a repository: a document seldom says in which directory. */
export class TaskNames {
  private constructor(
    readonly names: Readonly<Record<TaskTool, ReadonlySet<string>>>,
    /** Tools of whose names not all are known: a file includes others, or there were too many. */
    readonly open: ReadonlySet<TaskTool>,
  ) {}

  static read(root: string, listing: Listing): TaskNames {
    const open = new Set<TaskTool>();
    const namesOf = (tool: TaskTool): Set<string> => {
      const paths = FILES[tool].flatMap((name) => listing.named(name));
      if (!listing.complete || paths.length > MOST_FILES) open.add(tool);
      const names = new Set<string>();
      for (const path of paths.slice(0, MOST_FILES)) {
        const file = readInside(root, join(root, path), MOST_BYTES);
        const text = "problem" in file ? null : new TextDecoder().decode(file.bytes);
        const found = text === null
          ? null
          : tool === "npm" || tool === "deno"
          ? keysOf(text)
          : rulesOf(text, tool);
        if (found === null) open.add(tool);
        for (const name of found ?? []) names.add(name);
      }
      return names;
    };
    const names = {
      npm: namesOf("npm"),
      deno: namesOf("deno"),
      make: namesOf("make"),
      just: namesOf("just"),
    };
    return new TaskNames(names, open);
  }
}

/** Scripts and tasks of a JSON file, which may hold comments; null when it cannot be read. */
function keysOf(text: string): string[] | null {
  try {
    const { scripts, tasks } = JSON.parse(withoutComments(text));
    return [...Object.keys(scripts ?? {}), ...Object.keys(tasks ?? {})];
  } catch {
    return null;
  }
}

/** The same JSON without comments and without the commas before a closing bracket. */
function withoutComments(text: string): string {
  let plain = "";
  for (let at = 0; at < text.length;) {
    const two = text.slice(at, at + 2);
    let end = at + 1;
    if (text[at] === '"') {
      while (end < text.length && text[end] !== '"') end += text[end] === "\\" ? 2 : 1;
      plain += text.slice(at, ++end);
    } else if (two === "//" || two === "/*") {
      const close = two === "//" ? text.indexOf("\n", at) : text.indexOf("*/", at + 2) + 2;
      end = close <= at ? text.length : close;
    } else if (text[at] === "}" || text[at] === "]") {
      plain = plain.trimEnd().replace(/,$/, "") + text[at];
    } else plain += text[at];
    at = end;
  }
  return plain;
}

/** Targets of a Makefile or recipes of a justfile; null when it takes more from elsewhere or makes them by pattern. */
function rulesOf(text: string, tool: "make" | "just"): string[] | null {
  const names: string[] = [];
  for (const line of text.split("\n")) {
    if (line.length > 500 || /^\s/.test(line)) continue;
    if (/^-?s?include\s|^(?:import|mod)\b|^[^:=#]*%[^:=#]*:/.test(line)) return null;
    const [, head] = /^([^\s:#=][^:#=]*)::?(?!=)/.exec(line) ?? [];
    if (head === undefined) {
      const [, alias] = /^alias\s+([\w-]+)\s*:=/.exec(line) ?? [];
      if (alias !== undefined) names.push(alias);
    } else if (tool === "just") names.push(head.trim().split(/\s/)[0]!.replace(/^@/, ""));
    else names.push(...head.trim().split(/\s+/));
  }
  return names;
}
