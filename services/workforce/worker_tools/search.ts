import { z } from "zod";
import { NO_EFFECTS } from "../../ground/policy/registration.ts";
import { locationOf } from "./listed_files.ts";
import { Refusal } from "./refusal.ts";
import type { GitLocation } from "../../machine/repositories/git/environment.ts";
import { gitCommand } from "../../machine/repositories/git/git.ts";
import { beginning, defineTool } from "./tool.ts";
import { counted } from "../../ground/kernel/words.ts";

const MAX_MATCHES = 200;
const MAX_OF_A_FILE = 20;
const MAX_OF_A_LINE = 300;

/** How much git may print before it is stopped; far more than is shown. */
const MAX_BYTES = 512 * 1024;

/** The time limit of a search. */
const MAX_MILLISECONDS = 30_000;

/** Finds lines in files. */
export const searchTool = defineTool({
  name: "search",
  claudeNames: ["Grep"],
  label: "Search in files",
  policyClass: "internal",
  effects: { ...NO_EFFECTS, files: "read" },
  description:
    "Finds lines in tracked and new text files that contain exactly this text or, with `regex`, match an extended regular expression. `glob` narrows the files.",
  input: z.object({
    text: z.string().min(1).max(1000),
    regex: z.boolean().optional(),
    glob: z.string().min(1).max(500).optional(),
  }),
  about: ({ text }) => ({ summary: `Search for ${text.slice(0, 100)}` }),
  perform: async ({ text, regex = false, glob }, task) => {
    if (/[\0\n]/.test(text)) throw new Refusal("The search text must be a single line.");
    const args = ["grep", "-n", "-I", "--untracked", `--max-count=${MAX_OF_A_FILE}`];
    const where = glob === undefined ? [] : ["--", `:(glob)${glob}`];
    const printed = await grep(
      [...args, regex ? "-E" : "-F", "-e", text, ...where],
      { ...locationOf(task), cwd: task.directory },
      task.signal,
    );
    const lines = printed.split("\n").filter((line) => line !== "");
    const shown = lines.slice(0, MAX_MATCHES).map((line) => line.slice(0, MAX_OF_A_LINE));
    const more = lines.length > MAX_MATCHES ? "\n[more matches; narrow the search]" : "";
    return {
      summary: `Found ${
        lines.length > MAX_MATCHES ? `more than ${MAX_MATCHES} lines` : counted(lines.length, "line")
      }`,
      output: lines.length === 0
        ? "No lines match."
        : beginning(task.redactor.facts(shown.join("\n")) + more),
    };
  },
});

/**
 * Returns what `git grep` finds, up to a limit. An expression may take long, so it runs in git's own process. Throws `Refusal`
 * when git fails or takes too long.
 */
export async function grep(
  args: readonly string[],
  { cwd = "/", ...location }: GitLocation & { cwd?: string },
  outer: AbortSignal,
): Promise<string> {
  const signal = AbortSignal.any([outer, AbortSignal.timeout(MAX_MILLISECONDS)]);
  const child = gitCommand(args, location, {
    cwd,
    stdin: "null",
    stdout: "piped",
    stderr: "piped",
    signal,
  }).spawn();
  const [printed, said, status] = await Promise.all([
    readBounded(child.stdout),
    readBounded(child.stderr),
    child.status,
  ]);
  outer.throwIfAborted();
  if (signal.aborted) throw new Refusal("The search took longer than 30 seconds and was stopped. Narrow it.");
  // 1 means that nothing was found; a full pipe of matches ends git by a signal.
  if (status.code > 1 && status.signal === null) {
    throw new Refusal(`The search failed: ${said.trim().split("\n")[0] ?? "git gave no reason"}`);
  }
  return printed;
}

/** Returns the beginning of a stream without waiting for the rest. */
async function readBounded(stream: ReadableStream<Uint8Array>): Promise<string> {
  const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
  let [text, bytes] = ["", 0];
  for await (const chunk of stream) {
    text += decoder.decode(chunk, { stream: true });
    if ((bytes += chunk.length) > MAX_BYTES) break;
  }
  return text;
}
