import { removeTree } from "../../machine/repositories/mod.ts";
import { dirname } from "node:path";
import type { TrialCase } from "../../../store/trials/document.ts";
import { failuresOf } from "../../control/runs/failures.ts";
import { describeEnd } from "../../machine/processes/describe_end.ts";
import { treeOf } from "../../machine/repositories/mod.ts";
import { homeOf } from "../commands/confine.ts";
import { knownFailure } from "../commands/interrupts.ts";
import { caseWorktree, keepSetupOfTrial, leftBySetup } from "../commands/setup_at_base.ts";
import { runSetup, solutionTree, type TrialBench, verify, withTests } from "./bench.ts";
import type { TrialCandidate } from "./candidates.ts";
import { findLeak, placesOf } from "./leaks.ts";
import { passesOf } from "./passes.ts";

/** So often the tests have to fail before the work and to pass after it. */
const TIMES = 3;

/** How many lines of a passing verifier a result has to print, too. */
const MAX_PASSES = 12;

const TOO_LONG = "The verifier takes too long.";

type Verdict = Pick<TrialCase, "outcome" | "detail" | "solution" | "passes" | "failures">;

const none = (outcome: TrialCase["outcome"], detail: string, solution = ""): Verdict => ({
  outcome,
  detail: detail.slice(0, 1000),
  solution,
  passes: [],
  failures: [],
});

/**
 * Proves a case: with the tests of its result, the verifier fails on its base and passes on its result, three times each. What the
 * setup installed is searched for the result first. Returns why it is none otherwise.
 */
export async function proveCase(bench: TrialBench, candidate: TrialCandidate): Promise<TrialCase> {
  const begun = performance.now();
  const verdict = await judge(bench, candidate).catch((cause): Verdict => {
    bench.signal.throwIfAborted();
    const known = knownFailure(cause);
    if (!known) throw cause;
    return none("unreadable", known.detail);
  });
  const kept = dirname(
    caseWorktree(bench.ctx.config.storageDirectory, { trialId: bench.trial.id, caseId: candidate.id }),
  );
  if (verdict.outcome !== "proved") await removeTree(kept);
  return { ...candidate, ...verdict, milliseconds: Math.round(performance.now() - begun) };
}

async function judge(bench: TrialBench, candidate: TrialCandidate): Promise<Verdict> {
  const solution = await solutionTree(bench, candidate);
  const base = await treeOf(bench.control, candidate.base);
  const setup = await prepare(bench, candidate, { base, solution });
  if (setup) return setup;
  const red = await withTests(bench, base, solution);
  const reds = [await verify(bench, candidate, red)];
  if (reds[0]!.timedOut) return none("not_green", TOO_LONG, solution);
  if (reds[0]!.passed) {
    const detail = "The tests of the result pass on its base, so they say nothing about the work.";
    return none("not_red", detail, solution);
  }
  const greens = [await verify(bench, candidate, solution)];
  if (greens[0]!.timedOut) return none("not_green", TOO_LONG, solution);
  if (!greens[0]!.passed) {
    return none("not_green", describeEnd(`The verifier "${bench.trial.verifier}"`, greens[0]!), solution);
  }
  while (greens.length < TIMES) {
    reds.push(await verify(bench, candidate, red));
    greens.push(await verify(bench, candidate, solution));
  }
  const [failed, passed] = [
    reds.filter((each) => !each.passed).length,
    greens.filter((each) => each.passed).length,
  ];
  if (failed < TIMES || passed < TIMES) {
    const detail =
      `Of ${TIMES} times each, the tests failed ${failed} times before the work and passed ${passed} times after it.`;
    return none("flaky", detail, solution);
  }
  const before = new Set(reds.flatMap(({ output }) => [...passesOf(output)]));
  const [first, ...others] = greens.map(({ output }) => passesOf(output));
  const passes = [...first!].filter((line) => others.every((lines) => lines.has(line)) && !before.has(line));
  return {
    outcome: "proved",
    detail: passes.length === 0
      ? "The tests fail before the work and pass after it, three times each. The verifier names no passed test, so its exit code alone decides."
      : "The tests fail before the work and pass after it, three times each.",
    solution,
    passes: passes.slice(0, MAX_PASSES),
    failures: [...new Set(reds.flatMap(({ output }) => failuresOf(output)))],
  };
}

/** Runs the setup once, without any worker, and keeps what it left. Returns why there is no case then; null if all is well. */
async function prepare(
  bench: TrialBench,
  candidate: TrialCandidate,
  trees: { base: string; solution: string },
): Promise<Verdict | null> {
  const { setup, id: trialId } = bench.trial;
  if (!setup) return null;
  const directory = caseWorktree(bench.ctx.config.storageDirectory, { trialId, caseId: candidate.id });
  await removeTree(dirname(directory));
  await Deno.mkdir(dirname(directory), { recursive: true, mode: 0o700 });
  const { workspace, result } = await runSetup(bench, candidate, setup, directory);
  if (result.exitCode !== 0 || result.timedOut) {
    return none("setup_failed", describeEnd(`The setup command "${setup}"`, result), trees.solution);
  }
  const left = await leftBySetup(bench.control, workspace, bench.signal);
  const leak = await findLeak(bench, trees, placesOf(directory, homeOf(workspace), left.added));
  if (leak) return none("leaking", leak, trees.solution);
  await keepSetupOfTrial({ directory, ...left, secrets: false });
  return null;
}
