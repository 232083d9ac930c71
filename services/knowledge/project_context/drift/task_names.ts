import { join } from "node:path";
import { z } from "zod";
import { ParseError } from "../../../ground/parsing/error.ts";
import type { ParseLimits } from "../../../ground/parsing/limits.ts";
import { parseUntrusted } from "../../../ground/parsing/parse_untrusted.ts";
import { readInside } from "../paths/inside.ts";
import type { RepositoryListing } from "./listing.ts";
import { fromKeys, keysOf } from "../../../../store/shared/records.ts";

/** A program that runs scripts or tasks by names that a file of the repository defines. */
export type TaskTool = "npm" | "deno" | "make" | "just";

/** The text of the files that define names, by the tool that reads them. */
export type TaskFiles = Readonly<Record<TaskTool, readonly string[]>>;

const MAX_FILES = 50;
const MAX_BYTES = 128 * 1024;

const FILES: Readonly<Record<TaskTool, readonly string[]>> = {
  npm: ["package.json"],
  deno: ["deno.json", "deno.jsonc", "package.json"],
  make: ["Makefile", "makefile", "GNUmakefile"],
  just: ["justfile", "Justfile", ".justfile"],
};

const TOOLS = keysOf(FILES);

const foundSchema = z.record(
  z.enum(["npm", "deno", "make", "just"]),
  z.object({ names: z.array(z.string()), open: z.boolean() }),
);

/** Names that can be run anywhere in a repository: a document seldom says in which directory. */
export class TaskNames {
  private constructor(
    readonly names: Readonly<Record<TaskTool, ReadonlySet<string>>>,
    /** Tools with possibly unknown names: a file includes others, there were too many, or reading took too long. */
    readonly open: ReadonlySet<TaskTool>,
  ) {}

  /** Reads the files of a repository, which anyone may have written, in a separate process. `limits` are those of any parser if none are given. */
  static async read(
    root: string,
    listing: Pick<RepositoryListing, "complete" | "named">,
    limits: Partial<ParseLimits> = {},
  ): Promise<TaskNames> {
    const open = new Set<TaskTool>();
    const textsOf = (tool: TaskTool): string[] => {
      const paths = FILES[tool].flatMap((name) => listing.named(name));
      if (!listing.complete || paths.length > MAX_FILES) open.add(tool);
      return paths.slice(0, MAX_FILES).flatMap((path) => {
        const file = readInside(root, join(root, path), MAX_BYTES);
        if (!("problem" in file)) return [new TextDecoder().decode(file.bytes)];
        open.add(tool);
        return [];
      });
    };
    const files = byTool(textsOf);
    if (TOOLS.every((tool) => files[tool].length === 0)) return new TaskNames(byTool(() => new Set()), open);
    const found = await parse(files, limits);
    for (const tool of TOOLS) if (found?.[tool].open ?? true) open.add(tool);
    return new TaskNames(byTool((tool) => new Set(found?.[tool].names)), open);
  }
}

/** Null if the files cannot be parsed within the limits: no name is known then. */
async function parse(
  files: TaskFiles,
  limits: Partial<ParseLimits>,
): Promise<z.output<typeof foundSchema> | null> {
  try {
    return await parseUntrusted({
      parser: import.meta.resolve("./task_names_parser.ts"),
      input: new TextEncoder().encode(JSON.stringify(files)),
      what: "The tasks of the repository",
      schema: foundSchema,
      limits,
    });
  } catch (cause) {
    if (cause instanceof ParseError) return null;
    throw cause;
  }
}

const byTool = <T>(of: (tool: TaskTool) => T): Record<TaskTool, T> => fromKeys(TOOLS, of);
