import type { Result } from "../routes/endpoint.ts";
import type { Api } from "../routes/mod.ts";
import { baseName, counted, numbered } from "./words.ts";

/** What would become of the open results of a repository. */
export type ShownForecast = Result<Api["GET /approvals/forecast"]>;

/** What one open result has to do with another: a sentence around the title of that one, which has a page. */
type ForecastNote = {
  /** The other checkpoint. */
  id: string;
  before: string;
  title: string;
  after: string;
  /** Why both cannot be applied as they are: they conflict, or their verifier fails with both. */
  hinders: "conflict" | "failure" | null;
  /** The end of what the verifier printed that fails with both; "" for others. */
  output: string;
};

/** What verifiers found with a result on the current files, and whether a rebase takes that over now. */
type CurrentWords = Pick<ShownForecast["combinations"][number], "outcome" | "output"> & {
  words: string;
  isReady: boolean;
};

/**
 * What a reviewer of a result has to know of the others, and what to apply first; null where the order does not matter. `verified`
 * says what was found of it with others together, in sentences.
 */
type ForecastWords = {
  notes: readonly ForecastNote[];
  advice: string | null;
  current: CurrentWords | null;
  verified: readonly string[];
};

/** How many results of a repository conflict with each other, and which of them to apply first, if one of them can be. */
type ForecastSummary = { words: string; first: { id: string; title: string } | null };

/** How many files, tests or pairs a sentence names. */
const NAMED = 5;

/** Returns what is to be said of a result, first of those that hinder it. */
export function forecastWords(forecast: ShownForecast, id: string): ForecastWords {
  const { results, pairs, combinations } = forecast;
  const notes = results.flatMap((other): ForecastNote[] => {
    const after = pairs.find(({ first, then }) => first === other.id && then === id);
    const before = pairs.find(({ first, then }) => first === id && then === other.id);
    const both = [after, before].filter((pair) => pair !== undefined);
    const together = combinations.find((each) => id !== other.id && isOf(each, id) && isOf(each, other.id));
    const note = failureNote(together) ?? noteOf(both, after?.outcome === "contained");
    return note ? [{ id: other.id, title: numbered(other), output: "", ...note }] : [];
  }).sort((a, b) => Number(b.hinders !== null) - Number(a.hinders !== null));
  const current = combinations.find(({ first, then }) => first === id && then === null);
  return {
    notes,
    advice: current?.outcome === "failed" ? "This one has to be reworked." : adviceOf(results, notes, id),
    current: current === undefined ? null : {
      words: currentWords(current),
      outcome: current.outcome,
      output: current.output,
      isReady: current.outcome === "passed" && !current.toCommit,
    },
    verified: verifiedWords(combinations.filter((each) => each.then !== null && isOf(each, id))),
  };
}

/** Returns what is to be said of a repository as a whole; null where none of its results conflicts or fails. */
export function forecastSummary(
  { repoPath, results, pairs, combinations, leftOut }: ShownForecast,
): ForecastSummary | null {
  const conflicts = pairs.filter(({ outcome }) => outcome === "conflicts");
  const failures = combinations.filter(({ outcome, then }) => outcome === "failed" && then !== null);
  const failing = combinations.filter(({ outcome, then }) => outcome === "failed" && then === null);
  const conflicting = idsOf(conflicts);
  const hindered = idsOf([...conflicts, ...failures]);
  if (hindered.size + failing.length === 0) return null;
  const all = results.length + leftOut.results;
  const named = new Map(results.map((each) => [each.id, { id: each.id, title: numbered(each) }]));
  const titleOf = (id: string) => named.get(id)?.title ?? id;
  const first = results.find(({ id, fits }) => fits && hindered.has(id));
  const words = [
    ...(conflicting.size > 0
      ? [`${conflicting.size} of ${all} open results of ${baseName(repoPath)} conflict.`]
      : []),
    ...failures.slice(0, NAMED).map(({ first, then }) =>
      `${titleOf(first)} and ${titleOf(then ?? "")} pass alone and fail together.`
    ),
    ...failing.slice(0, NAMED).map(({ first }) => `${titleOf(first)} fails on the current files.`),
    ...(failures.length > NAMED ? [`${failures.length - NAMED} more pairs fail together.`] : []),
  ];
  return { words: words.join(" "), first: (first && named.get(first.id)) ?? null };
}

type Combination = ShownForecast["combinations"][number];

type Pair = { first: string; then: string | null };

const isOf = ({ first, then }: Pair, id: string) => first === id || then === id;

const idsOf = (pairs: readonly Pair[]): Set<string> =>
  new Set(pairs.flatMap(({ first, then }) => then === null ? [] : [first, then]));

function failureNote(
  together: Combination | undefined,
): Pick<ForecastNote, "before" | "after" | "hinders" | "output"> | null {
  if (together?.outcome !== "failed" && together?.outcome !== "flaky") return null;
  const isFlaky = together.outcome === "flaky";
  return {
    before: isFlaky ? FLAKY : "Passes alone, and fails together with ",
    after: `: ${whatFailed(together)}`,
    hinders: isFlaky ? null : "failure",
    output: together.output,
  };
}

const FLAKY = "Failed once and passed once, so the verifier is flaky, together with ";

/** Returns which tests failed or, where the output names none, how the verifier ended. */
function whatFailed({ failures, detail }: Pick<Combination, "failures" | "detail">): string {
  if (failures.length === 0) return detail;
  const more = failures.length - NAMED;
  return `${failures.slice(0, NAMED).join(", ")}${more > 0 ? ` and ${more} more` : ""}.`;
}

function currentWords(current: Combination): string {
  if (current.outcome === "failed") return `Rebased onto the current files, it fails: ${whatFailed(current)}`;
  if (current.outcome === "flaky") {
    return `Rebased onto the current files, it failed once and passed once: ${whatFailed(current)}`;
  }
  if (current.outcome === "unknown") return `Not verified on the current files: ${current.detail}`;
  if (current.outcome === "waiting") return "It is verified on the current files as soon as a slot is idle.";
  const words = "Rebased onto the current files and verified: passed.";
  return current.toCommit ? `${words} Commit what was applied, and a rebase takes that over.` : words;
}

/** Returns with how many others a result was verified, and why not with the rest. What failed, if only once, has a note. */
function verifiedWords(combinations: readonly Combination[]): string[] {
  const whys = Map.groupBy(
    combinations.filter(({ outcome }) => outcome === "unknown"),
    ({ detail }) => detail,
  );
  const others = (outcome: Combination["outcome"]) =>
    counted(combinations.filter((each) => each.outcome === outcome).length, "other");
  const has = (outcome: Combination["outcome"]) => combinations.some((each) => each.outcome === outcome);
  return [
    ...(has("passed") ? [`Verified together with ${others("passed")}: passed.`] : []),
    ...[...whys].map(([why, all]) => `Not verified together with ${counted(all.length, "other")}: ${why}`),
    ...(has("waiting") ? [`Verified together with ${others("waiting")} as soon as a slot is idle.`] : []),
  ];
}

function noteOf(
  pairs: ShownForecast["pairs"],
  isContained: boolean,
): Pick<ForecastNote, "before" | "after" | "hinders"> | null {
  const conflict = pairs.find(({ outcome }) => outcome === "conflicts");
  if (conflict) {
    return { before: "Conflicts with ", after: `: ${files(conflict.files)}.`, hinders: "conflict" };
  }
  if (isContained) {
    return {
      before: "Everything in it is in ",
      after: " as well. Apply only one of them.",
      hinders: null,
    };
  }
  if (!pairs.some(({ outcome }) => outcome !== "clean")) return null;
  return {
    before: "Changes the same files as ",
    after: ". Whichever is applied second can be rebased without conflict.",
    hinders: null,
  };
}

function adviceOf(
  results: ShownForecast["results"],
  notes: readonly ForecastNote[],
  id: string,
): string | null {
  const hindering = new Set(notes.filter(({ hinders }) => hinders !== null).map(({ id }) => id));
  const own = results.find((each) => each.id === id);
  if (!own || hindering.size === 0) return null;
  if (own.fits) return "Apply this first.";
  const better = results.find((each) => each.fits && hindering.has(each.id));
  return own.outcome !== "conflicts" && better
    ? `Apply ${numbered(better)} first. This one then has to be reworked.`
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
