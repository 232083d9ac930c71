import { z } from "zod";
import { NO_EFFECTS } from "../../ground/policy/registration.ts";
import { requireText } from "./text_file.ts";
import { pathOf, placeFor } from "./path_of.ts";
import { beginning, defineTool } from "./tool.ts";

const MAX_LINES = 1500;

/** Reads a part of a text file. */
export const readFileTool = defineTool({
  name: "read_file",
  claudeNames: ["Read"],
  label: "Read a file",
  policyClass: "internal",
  effects: { ...NO_EFFECTS, files: "read" },
  description:
    "Reads a text file. `from` is the first line, counted from 1, and `lines` is the number of lines, at most 1500.",
  input: z.object({
    path: z.string().min(1).max(4096),
    from: z.number().int().min(1).optional(),
    lines: z.number().int().min(1).max(MAX_LINES).optional(),
  }),
  about: ({ path }) => ({ summary: `Read ${path}`, path }),
  perform: async ({ path, from = 1, lines = MAX_LINES }, { directory, redactor }) => {
    const text = await requireText(await placeFor(directory, path));
    const all = text.split("\n");
    const shown = all.slice(from - 1, from - 1 + lines);
    const last = from - 1 + shown.length;
    const whole = from === 1 && last === all.length;
    const note = whole ? "" : `[lines ${from} to ${last} of ${all.length}]\n`;
    return {
      summary: `Read ${pathOf(path)}${whole ? "" : `, lines ${from} to ${last}`}`,
      output: shown.length === 0
        ? `${path} has only ${all.length} lines; line ${from} is past its end.`
        : beginning(note + redactor.facts(shown.join("\n"))),
    };
  },
});
