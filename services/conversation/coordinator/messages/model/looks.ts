import { z } from "zod";
import { ServiceError } from "../../../../ground/kernel/errors.ts";
import { Refusal } from "../../../../workforce/worker_tools/refusal.ts";
import { historyOf } from "../../../../workforce/repository_files/history.ts";
import { listPaths } from "../../../../workforce/repository_files/list.ts";
import { readLines } from "../../../../workforce/repository_files/read.ts";
import type { CommittedRepository } from "../../../../workforce/repository_files/repository.ts";
import { searchLines } from "../../../../workforce/repository_files/search.ts";

const MAX_LINES = 400;
const MAX_MATCHES = 100;

/** One way to read the repository of the conversation. It does not name a repository: the person chooses it. */
type RepositoryTool<Input = unknown> = {
  name: string;
  description: string;
  input: z.ZodType<Input>;
  look: (looked: CommittedRepository, input: Input) => Promise<string>;
};

const look = <Input>(declared: RepositoryTool<Input>): RepositoryTool => declared as RepositoryTool;

const path = z.string().min(1).max(4096).describe("relative to the repository, such as src/main.ts");
const glob = z.string().min(1).max(500).optional().describe("narrows the files, such as src/**/*.ts");

/** All ways in which the coordinator's model reads a repository. None of them writes or runs anything. */
export const REPOSITORY_TOOLS: readonly RepositoryTool[] = [
  look({
    name: "list_files",
    description: "Lists the committed files of the repository.",
    input: z.object({ glob }),
    look: (looked, { glob }) => listPaths(looked, glob),
  }),
  look({
    name: "read_file",
    description:
      `Reads lines of a committed text file, at most ${MAX_LINES} at once. Each comes with its number.`,
    input: z.object({
      path,
      from: z.number().int().min(1).optional().describe("the first line, counted from 1"),
      lines: z.number().int().min(1).max(MAX_LINES).optional(),
    }),
    look: async (looked, { path, from = 1, lines = MAX_LINES }) => {
      const read = await readLines(looked, path, { from, count: lines });
      const last = from - 1 + read.lines.length;
      return [
        `[${read.path}, lines ${from} to ${last} of ${read.total}]`,
        ...read.lines.map((line, i) => `${from + i}: ${line}`),
      ].join("\n");
    },
  }),
  look({
    name: "search_files",
    description:
      "Finds lines of committed text files: exactly this text, or with `regex` an extended regular expression.",
    input: z.object({
      text: z.string().min(1).max(1000),
      regex: z.boolean().optional(),
      ignoreCase: z.boolean().optional(),
      glob,
    }),
    look: async (looked, { text, regex, ignoreCase, glob }) => {
      const found = await searchLines(looked, text, {
        ...(regex && { regex }),
        ...(ignoreCase && { ignoreCase }),
        ...(glob !== undefined && { glob }),
      });
      if (found.length === 0) return "No line matches.";
      const more = found.length > MAX_MATCHES ? "\n[There are more matches. Narrow the search.]" : "";
      return found.slice(0, MAX_MATCHES).map(({ path, line, text }) => `${path}:${line}: ${text}`).join(
        "\n",
      ) +
        more;
    },
  }),
  look({
    name: "file_history",
    description: "Lists the newest commits of the repository, or of one file or directory of it.",
    input: z.object({ path: path.optional() }),
    look: (looked, { path }) => historyOf(looked, path),
  }),
];

/** Returns the result of a look for a model; failures are sentences too. `open` is null if no repository was chosen. */
export async function lookInto(
  open: (() => Promise<CommittedRepository>) | null,
  { look }: RepositoryTool,
  input: unknown,
): Promise<string> {
  if (open === null) {
    return "No repository is selected. The person can select one at the top of the conversation.";
  }
  try {
    return await look(await open(), input);
  } catch (error) {
    if (error instanceof Refusal || error instanceof ServiceError) return error.message;
    throw error;
  }
}
