import type { AgreedPlan, CASE_OUTCOMES, TrialCase, TrialWorker } from "../../store/trials/document.ts";
import { trialStream } from "../../store/trials/stream.ts";
import { contextFor, record } from "../../services/ground/kernel/context.ts";
import type { Harness } from "../harness.ts";

/** The workers of recorded trials, the worse one first. */
export const WORKERS = [{ provider: "builtin", model: "recipe" }, {
  provider: "local",
  model: "small",
}] as const;

/** The service in which a trial is recorded. */
type Recording = Pick<Harness, "service" | "store">;

/** The cases of a recorded trial: so many that were proved, one for each of these other outcomes, and so many that are unseen. */
type Recorded = {
  root: string;
  proved: number;
  others?: readonly typeof CASE_OUTCOMES[number][];
  unseen?: number;
};

/** Records a trial whose cases were proved, as the service would; returns its id. */
export async function recordReady(
  h: Recording,
  { root, proved, others = [], unseen = 0 }: Recorded,
): Promise<string> {
  const ctx = contextFor(h.service, "operator");
  const id = ctx.newId("trial");
  const outcomes = [...Array.from({ length: proved }, () => "proved" as const), ...others];
  const write = (event: Parameters<typeof record<object, typeof trialStream.events>>[3][number]) =>
    void record(ctx, trialStream, id, [event]);
  write({
    type: "trial.requested",
    data: {
      root,
      prefix: others.length > 0 ? "packages/web" : "",
      repoPath: root,
      verifier: "npm test",
      setup: "npm ci",
      head: "a".repeat(40),
      commits: 200,
      runs: 2,
      candidates: outcomes.length + unseen,
      maxMinutes: 60,
    },
  });
  for (const [i, outcome] of outcomes.entries()) {
    write({ type: "trial.case_examined", data: caseOf(i, outcome) });
  }
  write({ type: "trial.found", data: { detail: `${proved} cases of ${outcomes.length} candidates.` } });
  await ctx.settled();
  return id;
}

const caseOf = (i: number, outcome: TrialCase["outcome"]): TrialCase => ({
  id: i.toString(16).padStart(40, "0"),
  source: i % 5 === 4 ? "log" : "history",
  base: "b".repeat(40),
  solution: "c".repeat(40),
  request: `${i % 3 === 0 ? "Fix" : "Add"} what the ${i}th commit is about`,
  kind: i % 3 === 0 ? "fix" : i % 3 === 1 ? "feature" : "change",
  language: i % 2 === 0 ? "TypeScript" : "Python",
  tests: [`tests/${i}_test.ts`],
  files: 1 + i % 4,
  outcome,
  detail: outcome === "proved" ? "The tests fail before the work and pass after it." : "It was not so.",
  milliseconds: 1000 + 10 * i,
  passes: [`ok ${i}`],
  failures: [`not ok ${i}`],
});

/** Records that workers started at all proved cases. */
export async function recordStarted(
  h: Recording,
  recorded: Recorded,
  workers: readonly TrialWorker[] = WORKERS,
  writer?: AgreedPlan["writer"],
) {
  const id = await recordReady(h, recorded);
  const ctx = contextFor(h.service, "operator");
  const { cases } = h.store.documents.get(trialStream, id)!;
  const caseIds = cases.filter(({ outcome }) => outcome === "proved").map((each) => each.id);
  const plan = {
    workers: [...workers],
    caseIds,
    maxCostUsd: 20,
    attemptUsd: 0.5,
    attemptMinutes: 20,
    ...(writer && { writer }),
  };
  record(ctx, trialStream, id, [{ type: "trial.started", data: plan }]);
  await ctx.settled();
  return { id, caseIds };
}

/** Records that both workers ended all cases: the first one solved every third, the second one all but every fifth. */
export async function recordCompleted(
  h: Recording,
  recorded: Recorded,
  workers: readonly TrialWorker[] = WORKERS,
): Promise<string> {
  const writer = { provider: "hosted", model: "large", caseUsd: null };
  const { id, caseIds } = await recordStarted(h, recorded, workers, writer);
  const ctx = contextFor(h.service, "operator");
  for (const [i, caseId] of caseIds.entries()) {
    const text = `Let the program do what case ${i} is about,\nso that its output names it.`;
    const refused = i % 7 === 6 ? "It repeats 2 lines of the result or of its hidden tests." : null;
    const { provider, model } = writer;
    record(ctx, trialStream, id, [{
      type: "trial.request_written",
      data: { caseId, provider, model, text, refused, costUsd: null },
    }]);
  }
  for (const [i, caseId] of caseIds.entries()) {
    for (const worker of workers) {
      const j = worker.provider === "builtin" ? 0 : 1;
      const runId = ctx.newId("run");
      const outcome = (j === 0 ? i % 3 === 0 : i % 5 !== 0) ? "solved" : "unsolved";
      const broke = outcome === "unsolved" && i % 4 === 0 ? [`another test, number ${i}`] : [];
      record(ctx, trialStream, id, [
        { type: "trial.attempt_started", data: { caseId, worker, runId } },
        {
          type: "trial.attempt_ended",
          data: {
            runId,
            outcome,
            detail: "It ended.",
            costUsd: j * 0.01,
            milliseconds: 60_000 + 1000 * i,
            broke,
          },
        },
      ]);
    }
  }
  record(ctx, trialStream, id, [{
    type: "trial.completed",
    data: { detail: "All workers have ended all cases." },
  }]);
  await ctx.settled();
  return id;
}
