import { type FileToSee, type SeenFiles, seenFilesOf } from "../../client/seen.ts";

/** Returns which files were seen when so many lines, from the first, were printed at a terminal; null without files. */
export const seenIn = (files: readonly FileToSee<number>[], printed: number): SeenFiles | null =>
  seenFilesOf(files, { has: (line) => line < printed });
