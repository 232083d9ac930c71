import { trialStream } from "../../../store/trials/stream.ts";
import { defaultOf } from "../../control/autonomy/defaults/mod.ts";
import { type Ctx, record } from "../../ground/kernel/context.ts";
import { InvalidError } from "../../ground/kernel/errors.ts";
import { decideCommand } from "../../ground/policy/decide.ts";
import { type Made, made } from "../../ground/kernel/made.ts";
import { counted } from "../../ground/kernel/words.ts";
import { headOf, namedDirectory } from "../../machine/repositories/mod.ts";
import { resolveRepoPath } from "../../machine/repositories/repo_path.ts";
import { openTarget, type TrialService } from "./bench.ts";
import { pastOf } from "./past.ts";
import { requireTrial, showTrial } from "./read_model.ts";
import type { FindTrialInput, ShownTrial } from "./schemas.ts";
import type { TrialsLive } from "./work.ts";

/**
 * Looks for cases in the history and the log of a repository, and returns a function that records a trial, whose cases are then
 * proved in the background. Throws `InvalidError` without a verifier or a candidate.
 */
export async function prepareTrial(
  ctx: Ctx<TrialService & TrialsLive>,
  input: FindTrialInput,
): Promise<() => Made<ShownTrial>> {
  const repoPath = resolveRepoPath(ctx, input.repoPath);
  const control = await openTarget(ctx, repoPath);
  const { root, prefix } = control.repository;
  const known = (name: "verifier" | "setup") =>
    defaultOf(ctx, namedDirectory(control.repository), name)?.value;
  const command = input.verifier ?? known("verifier");
  if (command === undefined) {
    throw new InvalidError(
      'Nothing says whether a result works. Name a verifier, such as --verifier "npm test", or set one for the repository.',
    );
  }
  const setup = input.setup === null ? undefined : input.setup ?? known("setup");
  for (const each of [command, setup ?? ""]) {
    const { policyClass, reason } = decideCommand(each);
    if (policyClass === "blocked") throw new InvalidError(`"${each}" cannot be executed. ${reason}`);
  }
  const head = await headOf(control);
  if (!head) throw new InvalidError(`${root} has no commits yet, so there are no cases.`);
  const wanted = { repoPath, command, prefix, head: head.commit, limit: input.commits };
  const { commits, runs, candidates } = await pastOf(ctx, control, wanted);
  if (candidates.length === 0) {
    throw new InvalidError(
      [
        `There are no cases in ${counted(commits, "commit")} and ${counted(runs, "applied run")}.`,
        "A case is a commit that changes tests and sources, or an applied run whose verifier passed, and its message or request says what to do.",
        ...(commits < input.commits ? [] : ["To look at more commits, use --commits."]),
      ].join(" "),
    );
  }
  return () => {
    const id = ctx.newId("trial");
    record(ctx, trialStream, id, [{
      type: "trial.requested",
      data: {
        root,
        prefix,
        repoPath,
        verifier: command,
        setup: setup ?? null,
        head: head.commit,
        commits,
        runs,
        candidates: candidates.length,
        maxMinutes: input.maxMinutes,
      },
    }], { expectedVersion: 0 });
    ctx.onceSettled(() => ctx.trials.begin(id));
    return made(showTrial(requireTrial(ctx, id)));
  };
}
