import { z } from "zod";
import { ApiError } from "../../../client/client.ts";
import { fileOfSection, withoutBytes } from "../../../client/patch_lines.ts";
import { artifactText } from "../../service/artifact_text.ts";
import { defineTool, runArgument } from "../tool.ts";

/** What an answer needs besides the patch. */
const FRAME_CHARACTERS = 700;

/** `patch`: what a run changes, page by page. */
export const patch = defineTool({
  name: "patch",
  description:
    "Read the patch of a run, as git prints it, without the bytes of binary files. A long one comes in pages: continue with the line that next names.",
  readOnly: true,
  input: {
    run: runArgument,
    file: z.string().min(1).optional().describe("only the changes of this file"),
    line: z.number().int().min(0).default(0).describe("first line of the page"),
  },
  async answer({ connection, characters }, { run: given, file, line }) {
    const run = await connection.call("GET /runs/:id", { params: { id: given } });
    const path = run.attempts.findLast(({ patchPath }) => patchPath !== null)?.patchPath;
    if (!path) throw new ApiError(400, `The run ${given} has no patch: ${run.summary}`);
    const { text, isWhole } = await artifactText(connection, run.id, path);
    const files = text.split(/^(?=diff --git )/m);
    const wanted = file === undefined ? files : files.filter((each) => fileOfSection(each) === file);
    if (wanted.length === 0) {
      throw new ApiError(
        400,
        `The patch does not change "${file}", but ${files.map(fileOfSection).join(", ")}.`,
      );
    }
    const lines = withoutBytes(wanted.join("").replace(/\n$/, "").split("\n"));
    const page = pageFrom(lines, line, characters - FRAME_CHARACTERS);
    const next = line + page.length;
    return {
      run: `#${run.number}`,
      files: files.length,
      lines: lines.length,
      ...(next < lines.length && { next }),
      ...(!isWhole && { truncated: "Only the first 32 MiB of this patch are read." }),
      patch: page.join("\n"),
    };
  },
});

/** Returns the lines from `first` whose JSON has at most so many characters, but one at least. */
function pageFrom(lines: readonly string[], first: number, characters: number): string[] {
  let left = characters;
  const end = lines.findIndex((line, at) =>
    at >= first && (left -= JSON.stringify(line).length) < 0 && at > first
  );
  return lines.slice(first, end < 0 ? undefined : end);
}
