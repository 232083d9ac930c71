import { isGlob, matchesGlob } from "../../worker_tools/glob.ts";
import type { Instruction } from "../language/instruction.ts";
import { type ListedDirectory, listFiles } from "../../worker_tools/listed_files.ts";
import { placeOf, type ToolPath } from "../../worker_tools/place.ts";
import { Refusal } from "../../worker_tools/refusal.ts";
import { substitution } from "./substitute.ts";
import { readText, requireText, rewriteText } from "../../worker_tools/text_file.ts";
import { ellipsis } from "../../../ground/kernel/words.ts";

type Replace = Extract<Instruction, { kind: "replace" }>;

/**
 * Replaces text in one file, or in every tracked or new text file that a glob matches (binary files and symbolic links are
 * skipped). All files are read before the first is written.
 *
 * @throws {Refusal} when nothing matches, a file is not UTF-8, or the regular expression takes too long
 */
export async function replace(
  task: ListedDirectory,
  instruction: Replace,
  signal: AbortSignal,
): Promise<string> {
  const { search, replacement, target } = instruction;
  const named = await placeOf(task.directory, target);
  const single = named.info !== null || !isGlob(target);
  const places = single ? [named] : await placesMatching(task, target, signal);
  const substitute = substitution(search, replacement);
  const changes: { place: ToolPath; text: string }[] = [];
  try {
    for (const place of places) {
      signal.throwIfAborted();
      const text = single ? await requireText(place) : await textInGlob(place);
      const changed = text === null ? null : await substitute(text, place.path);
      if (changed !== null) changes.push({ place, text: changed });
    }
  } finally {
    substitute.close();
  }
  if (changes.length === 0) throw new Refusal(await nothingFound(instruction, places, single));
  for (const { place, text } of changes) {
    signal.throwIfAborted();
    await rewriteText(place, text);
  }
  const paths = changes.map(({ place }) => place.path);
  return paths.length === 1 ? `Replaced text in ${paths[0]}` : `Replaced text in ${listed(paths)}`;
}

async function placesMatching(task: ListedDirectory, glob: string, signal: AbortSignal): Promise<ToolPath[]> {
  const places: ToolPath[] = [];
  for (const path of await listFiles(task, signal)) {
    if (!matchesGlob(glob, path)) continue;
    const place = await placeOf(task.directory, path).catch((error) => {
      // Tracked, but a command has replaced it with a link or a repository: leave it alone.
      if (error instanceof Refusal) return null;
      throw error;
    });
    if (place?.info?.isFile) places.push(place);
  }
  if (places.length === 0) {
    throw new Refusal(`No tracked or new file matches ${glob}. Use \`**/\` to include subdirectories.`);
  }
  return places;
}

async function textInGlob(place: ToolPath): Promise<string | null> {
  const content = await readText(place);
  return content.kind === "binary" ? null : content.kind === "text" ? content.text : await requireText(place);
}

async function nothingFound(
  { search }: Replace,
  places: readonly ToolPath[],
  single: boolean,
): Promise<string> {
  const wanted = search.kind === "text"
    ? JSON.stringify(cut(search.text))
    : `/${cut(search.source)}/${search.flags}`;
  const where = listed(places.map(({ path }) => path));
  const first = places[0];
  const hint = single && first && search.kind === "text" && search.text.includes("\n") &&
      (await requireText(first)).includes("\r\n")
    ? " (its lines end in CRLF: use a regular expression with \\r\\n)"
    : "";
  return `Nothing matches ${wanted} in ${where}${hint}. Nothing was changed.`;
}

function listed(paths: readonly string[]): string {
  if (paths.length <= 3) return paths.join(", ");
  return `${paths.slice(0, 3).join(", ")} and ${paths.length - 3} more files`;
}

const cut = (text: string): string => ellipsis(text, 80);
