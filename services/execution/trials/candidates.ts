import type { RunDocument } from "../../../store/runs/document.ts";
import type { TrialCase } from "../../../store/trials/document.ts";
import type { PastCommit } from "../../machine/repositories/mod.ts";
import { isSource, isTest, kindOf, mainLanguage } from "./paths.ts";

/** Work of the past that may be a case. */
export type TrialCandidate = Pick<
  TrialCase,
  "id" | "source" | "base" | "request" | "kind" | "language" | "tests" | "files"
>;

type Changes = PastCommit["changes"];

/** A request has to say what to do: "wip" and "fix" do not. */
export const MIN_REQUEST = 12;

/** The longest request that is kept. */
export const MAX_REQUEST = 4000;

/** Lines at the end of a message that are about the commit and not about the work. */
const TRAILER =
  /^(?:signed-off-by|co-authored-by|reviewed-by|acked-by|tested-by|reported-by|change-id|cc|git-svn-id):/i;

/** Returns a commit as a candidate; null if it does not change tests and sources, or does not say what for. */
export function candidateOfCommit(
  { commit, parent, message, changes }: PastCommit,
  command: string,
  prefix: string,
): TrialCandidate | null {
  const found = candidate({ id: commit, source: "history", base: parent }, message, changes, command, prefix);
  return found && found.tests.length > 0 ? found : null;
}

/**
 * Returns an applied run whose verifier passed as a candidate; null for any other. Where the verifier had failed before, the tests
 * that prove it may be those of the base.
 */
export function candidateOfRun(
  { id, base, evaluation, appliedAt, baseCheck }: RunDocument,
  request: string,
  changes: Changes,
  command: string,
): TrialCandidate | null {
  if (!base || base.snapshot || !appliedAt || evaluation?.outcome !== "passed") return null;
  const found = candidate(
    { id, source: "log", base: base.commit },
    request,
    changes,
    command,
    base.prefix ?? "",
  );
  return found && (found.tests.length > 0 || baseCheck?.outcome === "failed") ? found : null;
}

function candidate(
  which: Pick<TrialCandidate, "id" | "source" | "base">,
  text: string,
  changes: Changes,
  command: string,
  prefix: string,
): TrialCandidate | null {
  const within = prefix === "" ? changes : changes.filter(({ path }) => path.startsWith(`${prefix}/`));
  const request = text.split("\n").filter((line) => !TRAILER.test(line)).join("\n").trim().slice(
    0,
    MAX_REQUEST,
  );
  const tests = within.map(({ path }) => path).filter(isTest);
  const sources = within.filter(({ path }) => isSource(path, command, prefix));
  if (sources.length === 0 || request.length < MIN_REQUEST) return null;
  const paths = sources.map(({ path }) => path);
  return {
    ...which,
    request,
    kind: kindOf(request, sources.some(({ status }) => status === "A")),
    language: mainLanguage(paths),
    tests: tests.slice(0, 100),
    files: within.length - tests.length,
  };
}
