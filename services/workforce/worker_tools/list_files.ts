import { z } from "zod";
import { NO_EFFECTS } from "../../ground/policy/registration.ts";
import { listFiles } from "./listed_files.ts";
import { matchesGlob } from "./glob.ts";
import { defineTool } from "./tool.ts";
import { counted } from "../../ground/kernel/words.ts";

const MAX_FILES = 500;

/** Lists files. */
export const listFilesTool = defineTool({
  name: "list_files",
  claudeNames: ["Glob", "LS"],
  label: "List files",
  policyClass: "internal",
  effects: { ...NO_EFFECTS, files: "read" },
  description:
    "Lists the tracked and new files of your directory, at most 500. `glob` narrows the list, for example src/**/*.ts.",
  input: z.object({ glob: z.string().min(1).max(500).optional() }),
  about: ({ glob }) => ({ summary: glob ? `List ${glob}` : "List all files" }),
  perform: async ({ glob }, task) => {
    const all = await listFiles(task, task.signal);
    const found = glob === undefined ? all : all.filter((path) => matchesGlob(glob, path));
    const more = found.length - MAX_FILES;
    return {
      summary: `Listed ${counted(found.length, "file")}`,
      output: found.length === 0
        ? "No files match."
        : found.slice(0, MAX_FILES).join("\n") + (more > 0 ? `\n[${more} more; narrow it with a glob]` : ""),
    };
  },
});
