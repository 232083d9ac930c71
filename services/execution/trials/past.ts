import { findRuns } from "../../../store/runs/list.ts";
import type { TrialDocument } from "../../../store/trials/document.ts";
import { requireManifest } from "../../control/approvals/manifest.ts";
import { requestOf } from "../../control/runs/read_model.ts";
import type { Core } from "../../ground/kernel/context.ts";
import { type Control, pastCommits } from "../../machine/repositories/mod.ts";
import { candidateOfCommit, candidateOfRun, type TrialCandidate } from "./candidates.ts";

/** How many runs of a repository are looked at. */
const MAX_RUNS = 1000;

/** How many cases one trial has at most. */
const MAX_CASES = 1000;

type Past = { commits: number; runs: number; candidates: TrialCandidate[] };

type Wanted = { repoPath: string; command: string; prefix: string; head: string; limit: number };

/** Returns the candidates of a trial again, which follow from the commit that it began with and from the log. */
export const candidatesOf = async (
  service: Core,
  control: Control,
  trial: TrialDocument,
): Promise<TrialCandidate[]> => {
  const { repoPath, verifier: command, prefix, head, commits } = trial;
  return (await pastOf(service, control, { repoPath, command, prefix, head, limit: commits })).candidates;
};

/** Returns what may be a case in the newest commits and the applied runs of a repository. */
export async function pastOf(service: Core, control: Control, wanted: Wanted): Promise<Past> {
  const { repoPath, command, prefix, head, limit } = wanted;
  const commits = await pastCommits(control, head, limit);
  const ofCommits = commits.flatMap((commit) => candidateOfCommit(commit, command, prefix) ?? []);
  const runs = findRuns(service.store.documents, { repoPath, status: "completed" }, {
    limit: MAX_RUNS,
    offset: 0,
  })
    .filter(({ appliedAt }) => appliedAt !== undefined);
  const bases = new Set(ofCommits.map(({ base }) => base));
  const ofRuns = runs.flatMap((run) => {
    // What was applied and then committed is a case already.
    if (run.base === undefined || bases.has(run.base.commit)) return [];
    const changes = requireManifest(service, run.bundle!.manifestSha256).files
      .map(({ path, change }) => ({ path, status: change === "added" ? "A" : "M" }));
    return candidateOfRun(run, requestOf(service, run), changes, command) ?? [];
  });
  return {
    commits: commits.length,
    runs: runs.length,
    candidates: [...ofRuns, ...ofCommits].slice(0, MAX_CASES),
  };
}
