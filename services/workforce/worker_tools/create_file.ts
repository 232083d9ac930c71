import { z } from "zod";
import { NO_EFFECTS } from "../../ground/policy/registration.ts";
import { createText, requireText, rewriteText } from "./text_file.ts";
import { pathOf, placeFor } from "./path_of.ts";
import { defineTool } from "./tool.ts";

/** Creates a text file. */
export const createFileTool = defineTool({
  name: "create_file",
  claudeNames: ["Write"],
  label: "Create a file",
  policyClass: "repo-write",
  effects: { ...NO_EFFECTS, files: "write" },
  description:
    "Creates a text file with this content, and the directories that it needs. An existing file is replaced only with `replace`.",
  input: z.object({
    path: z.string().min(1).max(4096),
    content: z.string().max(1_000_000),
    replace: z.boolean().optional(),
  }),
  about: ({ path }) => ({ summary: `Create ${path}`, path }),
  perform: async ({ path, content, replace = false }, { directory }) => {
    const place = await placeFor(directory, path);
    const replaces = replace && place.info !== null;
    if (replaces) {
      await requireText(place);
      await rewriteText(place, content);
    } else await createText(place, content);
    const summary = `${replaces ? "Replaced" : "Created"} ${pathOf(path)}`;
    return { summary, output: `${summary}.` };
  },
});
