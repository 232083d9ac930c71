import { REVIEWED, type TestRepository } from "../../git.ts";
import { Harness } from "../../harness.ts";
import { pendingOf } from "../../kit/pending_of.ts";
import { temporaryDirectory } from "../../temporary.ts";
import { type Change, changingWorker } from "./changing_worker.ts";

/** The options of a service that verifies combined results, which tests leave switched off otherwise. */
export const COMBINING = { workers: 2, availableWorkers: [changingWorker], combinedVerifications: 20 };

/** A verifier that fails where both words of two results are there, and passes where one is. */
export const VERIFIER = "! (grep -q one a.txt && grep -q two b.txt && echo 'FAIL both.words')";

/** The files that it reads. */
export const FILES = { "a.txt": "a\n", "b.txt": "b\n" };

/** A service that verifies combined results. */
export const combining = (
  options: Partial<Parameters<typeof Harness.open>[0]> = {},
  directory = temporaryDirectory(),
): Promise<Harness> => Harness.open({ ...COMBINING, ...options }, directory);

/** Asks for changes with a verifier, and returns the checkpoint of the result. */
export async function verifiedResult(
  h: Harness,
  { root }: TestRepository,
  changes: readonly Change[],
  more: { verifier?: string | null; setup?: string } = {},
) {
  const { verifier = VERIFIER, setup } = more;
  const { id } = await h.operator("POST /coordinator/runs", {
    body: {
      request: JSON.stringify(changes),
      repoPath: root,
      ...(verifier !== null && { verifier: { command: verifier } }),
      ...(setup !== undefined && { setup: { command: setup } }),
    },
  });
  const run = await h.settled(id);
  return { run, approval: pendingOf(run) };
}

/** Waits until nothing is left to verify, and returns the forecast, with what it says of single results apart. */
export async function combined(h: Harness, { root }: TestRepository) {
  await h.service.combinations.settled();
  const forecast = await h.operator("GET /approvals/forecast", { query: { repoPath: root } });
  await h.service.combinations.settled();
  return {
    ...forecast,
    combinations: forecast.combinations.filter(({ then }) => then !== null),
    current: forecast.combinations.filter(({ then }) => then === null),
  };
}

/** What the processes of verifiers were started for, in the order of the words. */
export const ofVerifiers = ({ store }: Harness): string[] =>
  store.events.after(0, 100_000).flatMap(({ type, data }) =>
    type === "process.started" && data instanceof Object && "purpose" in data ? [String(data.purpose)] : []
  ).filter((purpose) => purpose !== "setup").sort();

/** How many verifiers were started for combinations. */
export const executions = (h: Harness): number =>
  ofVerifiers(h).filter((purpose) => purpose === "combination").length;

/** Approves a result, and waits until it is applied. */
export async function applied(h: Harness, { id, runId }: { id: string; runId: string }) {
  await h.operator("POST /approvals/:id/approve", { params: { id }, body: REVIEWED });
  return await h.settled(runId);
}
