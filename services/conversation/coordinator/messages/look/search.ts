import { counted } from "../../../../ground/kernel/words.ts";
import type { CommittedRepository } from "../../../../workforce/repository_files/repository.ts";
import { type Match, searchLines } from "../../../../workforce/repository_files/search.ts";
import { codeBlock, placed } from "./cites.ts";

const MAX_SHOWN = 12;

/** A line that defines something, as opposed to using it. */
const DEFINES =
  /^\s*(?:export|pub|public|private|protected|static|async|abstract|default|\s)*\b(?:function|fn|func|def|class|interface|type|enum|struct|trait|const|let|var|module|impl)\b/;

/** Finds the lines with all the words, else with the first word that occurs anywhere. */
export async function findWords(
  repository: CommittedRepository,
  words: readonly string[],
): Promise<{ reply: string; summary: string }> {
  for (const word of words) {
    for (const form of formsOf(word)) {
      const found = await searchLines(repository, form, { ignoreCase: true });
      if (found.length === 0) continue;
      const shown = ranked(found, words).slice(0, MAX_SHOWN);
      const files = new Set(found.map(({ path }) => path)).size;
      const lines = `${counted(found.length, "line")} in ${counted(files, "file")} of ${repository.name}`;
      const part = found.length > shown.length ? `. The first ${shown.length} are` : "";
      return {
        reply: `${JSON.stringify(form)} is on ${lines}${part}:\n\n${
          codeBlock(shown.map(({ path, line, text }) => placed(path, line, text.trim())))
        }`,
        summary: `Searched for ${JSON.stringify(form)}: ${lines}.`,
      };
    }
  }
  const said = words.map((word) => JSON.stringify(word)).join(" or ");
  return {
    reply: `No committed line of ${repository.name} contains ${said}.`,
    summary: `Searched ${repository.name} for ${said} and found nothing.`,
  };
}

/** A word, then its stem: "retries" is "retry" in code. */
function formsOf(word: string): string[] {
  const stem = word.replace(/(?:ies|ied|ing|ed|es|s)$/i, "");
  return stem.length >= 4 && stem !== word ? [word, stem] : [word];
}

/** Definitions first, then code before tests and prose, otherwise in path order. */
function ranked(found: readonly Match[], words: readonly string[]): Match[] {
  const weight = ({ path, text }: Match) =>
    (DEFINES.test(text) ? 4 : 0) + (/(?:^|\/|[._-])(?:tests?|spec)(?:[/._-]|$)/i.test(path) ? 0 : 2) +
    (/\.(?:md|txt|json|lock|ya?ml)$/i.test(path) ? 0 : 1) +
    words.filter((word) => text.toLowerCase().includes(word.toLowerCase())).length;
  return found.map((match) => ({ match, weight: weight(match) })).toSorted((a, b) => b.weight - a.weight)
    .map(({ match }) => match);
}
