import type { Result } from "../routes/endpoint.ts";
import type { Api } from "../routes/mod.ts";
import { baseName } from "./words.ts";

/** What would become of the open results of a repository. */
export type ShownForecast = Result<Api["GET /approvals/forecast"]>;

/** What one open result has to do with another: a sentence around the title of that one, which has a page. */
type ForecastNote = {
  /** The other checkpoint. */
  id: string;
  before: string;
  title: string;
  after: string;
  conflicts: boolean;
};

/** What a reviewer of a result has to know of the others, and what to apply first; null where the order does not matter. */
type ForecastWords = { notes: readonly ForecastNote[]; advice: string | null };

/** How many results of a repository conflict with each other, and which of them to apply first, if one of them can be. */
type ForecastSummary = { words: string; first: { id: string; title: string } | null };

/** How many files a sentence names. */
const NAMED = 5;

/** Returns what is to be said of a result, first of those that it conflicts with. */
export function forecastWords({ results, pairs }: ShownForecast, id: string): ForecastWords {
  const notes = results.flatMap((other): ForecastNote[] => {
    const after = pairs.find(({ first, then }) => first === other.id && then === id);
    const before = pairs.find(({ first, then }) => first === id && then === other.id);
    const note = noteOf([after, before].filter((pair) => pair !== undefined), after?.outcome === "contained");
    return note ? [{ id: other.id, title: other.title, ...note }] : [];
  }).sort((a, b) => Number(b.conflicts) - Number(a.conflicts));
  return { notes, advice: adviceOf(results, notes, id) };
}

/** Returns what is to be said of a repository as a whole; null where no two of its results conflict. */
export function forecastSummary(
  { repoPath, results, pairs, leftOut }: ShownForecast,
): ForecastSummary | null {
  const conflicts = pairs.filter(({ outcome }) => outcome === "conflicts");
  const conflicting = new Set(conflicts.flatMap(({ first, then }) => [first, then]));
  if (conflicting.size === 0) return null;
  const all = results.length + leftOut.results;
  const first = results.find(({ id, fits }) => fits && conflicting.has(id)) ?? null;
  return { words: `${conflicting.size} of ${all} open results of ${baseName(repoPath)} conflict.`, first };
}

function noteOf(
  pairs: ShownForecast["pairs"],
  isContained: boolean,
): Pick<ForecastNote, "before" | "after" | "conflicts"> | null {
  const conflict = pairs.find(({ outcome }) => outcome === "conflicts");
  if (conflict) return { before: "Conflicts with ", after: `: ${files(conflict.files)}.`, conflicts: true };
  if (isContained) {
    return {
      before: "Everything in it is in ",
      after: " as well. Apply only one of them.",
      conflicts: false,
    };
  }
  if (!pairs.some(({ outcome }) => outcome !== "clean")) return null;
  return {
    before: "Changes the same files as ",
    after: ". Whichever is applied second can be rebased without conflict.",
    conflicts: false,
  };
}

function adviceOf(
  results: ShownForecast["results"],
  notes: readonly ForecastNote[],
  id: string,
): string | null {
  const conflicting = new Set(notes.filter(({ conflicts }) => conflicts).map(({ id }) => id));
  const own = results.find((each) => each.id === id);
  if (!own || conflicting.size === 0) return null;
  if (own.fits) return "Apply this first.";
  const better = results.find((each) => each.fits && conflicting.has(each.id));
  return own.outcome !== "conflicts" && better
    ? `Apply ${better.title} first. This one then has to be reworked.`
    : null;
}

function files(conflicting: ShownForecast["pairs"][number]["files"]): string {
  const named = conflicting.slice(0, NAMED).map(({ id, lines }) => {
    if (lines === "") return id;
    return `${id} ${/^\d+$/.test(lines) ? "line" : "lines"} ${lines}`;
  });
  const more = conflicting.length - named.length;
  return `${named.join(", ")}${more > 0 ? ` and ${more} more` : ""}`;
}
