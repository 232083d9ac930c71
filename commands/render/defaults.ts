import { fileWarning, originWords, type RepositoryDefaults } from "../../client/repository_defaults.ts";
import { shellWord } from "../../client/shell_word.ts";
import { neutralise, oneLine } from "../terminal/neutralise.ts";
import { paint } from "../terminal/paint.ts";
import { relativeTime } from "../../client/words.ts";

/** The defaults of a repository with where each comes from, and its `.agent-harness.json` with what there is to do about it. */
export function defaultsLines(defaults: RepositoryDefaults): string[] {
  const { root, items } = defaults;
  return [
    paint.bold(oneLine(root)),
    ...items.map((item) => {
      const origin = originWords(item);
      const words = item.value === null ? paint.dim("none") : oneLine(item.value);
      return `  ${item.id.padEnd(9)} ${words}${origin === "" ? "" : `  ${paint.dim(origin)}`}`;
    }),
    ...fileLines(defaults),
  ];
}

function fileLines(defaults: RepositoryDefaults): string[] {
  const { root, file: { state, sha256, text, difference, issues, notes, admittedAt } } = defaults;
  if (state === "none" && admittedAt === null) return [];
  const warning = fileWarning(defaults);
  const mayAdmit = state === "proposed" || state === "changed";
  const shown = mayAdmit ? difference ?? text : null;
  return [
    "",
    warning
      ? `${paint.yellow("!")} ${oneLine(warning)}`
      : `${paint.green("✓")} .agent-harness.json was admitted ${
        relativeTime(Date.parse(admittedAt!), Date.now())
      }.`,
    ...issues.slice(1).map(({ line, column, message }) =>
      `  line ${line}, column ${column}: ${oneLine(message)}`
    ),
    ...notes.map((note) => `${paint.yellow("!")} ${oneLine(note)}`),
    ...(shown === null ? [] : ["", ...neutralise(shown).trimEnd().split("\n").map((line) => `  ${line}`)]),
    ...(mayAdmit
      ? ["", `To admit it: agent-harness repos admit --repo ${shellWord(root)} --sha256 ${sha256}`]
      : []),
  ];
}
