import { z } from "zod";
import { NO_EFFECTS } from "../../ground/policy/registration.ts";
import { Refusal } from "./refusal.ts";
import { pathOf, placeFor } from "./path_of.ts";
import { defineTool } from "./tool.ts";

/** Deletes a file. */
export const deleteFileTool = defineTool({
  name: "delete_file",
  label: "Delete a file",
  policyClass: "repo-write",
  effects: { ...NO_EFFECTS, files: "write" },
  description: "Deletes one file, or a symbolic link itself. Empty directories are removed.",
  input: z.object({ path: z.string().min(1).max(4096) }),
  about: ({ path }) => ({ summary: `Delete ${path}`, path }),
  perform: async ({ path }, { directory }) => {
    const { info, absolute } = await placeFor(directory, path);
    if (info === null) throw new Refusal(`There is no ${path} to delete.`);
    if (info.isDirectory) throw new Refusal(`${path} is a directory. Delete the files in it one by one.`);
    await Deno.remove(absolute);
    const summary = `Deleted ${pathOf(path)}`;
    return { summary, output: `${summary}.` };
  },
});
