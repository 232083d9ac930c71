import { z } from "zod";
import { NO_EFFECTS } from "../../ground/policy/registration.ts";
import { Refusal } from "./refusal.ts";
import { requireText, rewriteText } from "./text_file.ts";
import { pathOf, placeFor } from "./path_of.ts";
import { defineTool } from "./tool.ts";

const textSchema = z.string().max(400_000);

/** Replaces exact text in a file. */
export const editFileTool = defineTool({
  name: "edit_file",
  claudeNames: ["Edit", "MultiEdit", "Write"],
  label: "Edit a file",
  policyClass: "repo-write",
  effects: { ...NO_EFFECTS, files: "write" },
  description:
    "Replaces text in a file. `find` must match exactly, including white space, and exactly once unless `all` is true.",
  input: z.object({
    path: z.string().min(1).max(4096),
    find: textSchema.min(1),
    replace: textSchema,
    all: z.boolean().optional(),
  }),
  about: ({ path }) => ({ summary: `Edit ${path}`, path }),
  perform: async ({ path, find, replace, all = false }, { directory }) => {
    const place = await placeFor(directory, path);
    const text = await requireText(place);
    const count = text.split(find).length - 1;
    if (count === 0) {
      throw new Refusal(
        `${path} does not contain that text. Read the file, and copy the text exactly.`,
      );
    }
    if (count > 1 && !all) {
      throw new Refusal(
        `${path} contains that text ${count} times. Include more of the surrounding text, or set all.`,
      );
    }
    if (find === replace) throw new Refusal("The text would not change.");
    await rewriteText(place, text.split(find).join(replace));
    const summary = `Edited ${pathOf(path)}${count > 1 ? ` in ${count} places` : ""}`;
    return { summary, output: `${summary}.` };
  },
});
