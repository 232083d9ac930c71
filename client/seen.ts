import { counted } from "./words.ts";
import type { SHOWN_BY } from "../store/shared/enumerations.ts";

/** What counts as seen, on the review page, on the screen and by the command `review`. */
export const SEEN_RULE =
  "A file is seen when each of its changed lines, or of the equal file that stands for it, has been on the screen.";

/**
 * A file of a patch with the parts of it that a person has to see: its changed lines, or its header if it has none. `like` is the id of
 * a file with equal changes under which it is folded.
 */
export type FileToSee<Part> = {
  id: string;
  path: string;
  parts: readonly Part[];
  like?: string | undefined;
};

/** How many files of a patch were seen, and the paths of the first of them; absent in decisions from before that. */
export type SeenFiles = { seen: number; of: number; paths?: string[] | undefined };

/** How many paths a decision records. */
const MAX_SEEN_PATHS = 200;

/** Returns which files were seen, from the parts that have been on the screen; null without files. */
export function seenFilesOf<Part>(
  files: readonly FileToSee<Part>[],
  shown: { has: (part: Part) => boolean },
): Required<SeenFiles> | null {
  if (files.length === 0) return null;
  const ids = seenIds(files, shown);
  const paths = files.filter(({ id }) => ids.has(id)).map(({ path }) => path);
  return { seen: ids.size, of: files.length, paths: paths.slice(0, MAX_SEEN_PATHS) };
}

/** Returns the ids of the files that were seen, from the parts that have been on the screen. */
export function seenIds<Part>(
  files: readonly FileToSee<Part>[],
  shown: { has: (part: Part) => boolean },
): Set<string> {
  const byItself = new Set(
    files.filter(({ parts }) => parts.every((part) => shown.has(part))).map(({ id }) => id),
  );
  return new Set(
    files.filter(({ id, like }) => byItself.has(id) || (like !== undefined && byItself.has(like))).map((
      { id },
    ) => id),
  );
}

/** Returns how many files were seen, in a few words. */
export const seenWords = ({ seen, of }: SeenFiles): string => `${seen} of ${counted(of, "file")} seen`;

/** Returns the warning about files that were not seen; null if all were. It is said once, and forbids nothing. */
export const unseenWarning = ({ seen, of }: SeenFiles): string | null =>
  seen >= of ? null : `${counted(of - seen, "file has", "files have")} not been seen yet.`;

/** What is recorded of where a decision was shown; absent in decisions from before that. */
type ShownWhere = { by: (typeof SHOWN_BY)[number]; files?: SeenFiles | undefined };

const PLACES = {
  page: "on the review page",
  screen: "on the screen in the terminal",
  command: "by agent-harness review",
};

/** Returns the sentence about where a person saw what they decided. */
export function shownWords(shown: ShownWhere | undefined): string {
  if (shown === undefined) return "Where it was shown was not recorded.";
  if (shown.by === "other") {
    return "It was not shown by agent-harness: the decision came by the API or by flags.";
  }
  const place = PLACES[shown.by];
  return shown.files ? `${seenWords(shown.files)}, ${place}.` : `It was shown ${place}.`;
}

/** Returns the sentence about which files were seen; null where no file was, or there were none to see. */
export function seenPathsWords(shown: ShownWhere | undefined): string | null {
  const { seen = 0, paths } = shown?.files ?? {};
  if (seen === 0) return null;
  if (paths === undefined) return "Which files were seen was not recorded.";
  const more = seen > paths.length ? `, and ${counted(seen - paths.length, "more file")}` : "";
  return `Seen: ${paths.join(", ")}${more}.`;
}
