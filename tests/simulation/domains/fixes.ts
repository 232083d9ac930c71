import type { Random } from "../../recovery/load/random.ts";
import { answered, type Command, type Deed, type Domain, holds, one, type Read } from "../command.ts";
import { SOLVER, verifierFor } from "../solver.ts";
import { type Fixing, randomFix, type ShownAttempt } from "./fixing.ts";
import { MAX_QUEUED } from "./run_commands.ts";
import type { RunModel } from "./run_model.ts";
import type { Runs } from "./runs.ts";

/** So many runs that are fixed are open at most. */
const MAX_OPEN = 3;

type Fixed = RunModel & { fixing: Fixing };

/** What is shown of a run that is fixed. */
type Shown = {
  status: string;
  statusReason?: string | null;
  attempts: readonly ShownAttempt[];
  fixing?: { ended?: unknown };
  approvals: readonly {
    status: string;
    policyClass: string;
    risk: string;
    subject?: { kind: string } | null;
  }[];
};

/** Runs whose verifier fails: its output goes back to the worker, round by round, and the best attempt goes to review. */
export class Fixes implements Domain {
  constructor(readonly runs: Runs) {}

  readonly commands: readonly Command[] = [
    { name: "create a run to be fixed", weight: 3, plan: (random) => this.#create(random) },
    { name: "stop fixing", weight: 1.5, plan: (random, read) => this.#stop(random, read) },
  ];

  get #all(): Fixed[] {
    return this.runs.kept.filter((run): run is Fixed => run.fixing !== null);
  }

  look = async (read: Read, random: Random): Promise<void> => {
    const run = one(random, this.#all);
    if (run !== null) await this.#lookAt(read, run);
  };

  async lookAtAll(read: Read, isWhole: boolean): Promise<void> {
    for (const run of this.#all) if (isWhole || !run.fixing.isSettled) await this.#lookAt(read, run);
  }

  #create(random: Random): Deed | null {
    const isBusy = this.runs.kept.filter(({ status }) => status === "queued").length >= MAX_QUEUED;
    if (isBusy || this.#all.filter((run) => !run.hasEnded).length >= MAX_OPEN) return null;
    const run = this.runs.nextFix(randomFix(random));
    const { kind: { fix, onRed }, problem } = run.fixing!;
    return {
      state: `${fix ?? "default"} rounds, ${onRed ?? "shown"}`,
      asked: {
        method: "POST",
        path: "/coordinator/runs",
        body: {
          request: run.request,
          repoPath: run.repoPath,
          worker: SOLVER,
          verifier: { command: verifierFor(problem) },
          fix,
          onRed,
        },
        headers: { "idempotency-key": run.name },
      },
      judge: (answer) => {
        answered(answer, 201);
        run.id = answer.body.id;
        this.runs.all.push(run);
      },
      after: (read) => this.runs.lookAt(read, run),
    };
  }

  async #stop(random: Random, read: Read): Promise<Deed | null> {
    for (const run of this.#all) if (!run.hasEnded) await this.#lookAt(read, run);
    const underWay = this.#all.filter(({ hasEnded, fixing }) => !hasEnded && fixing.isUnderWay);
    const run = (random.next() < 0.9 ? one(random, underWay) : null) ?? one(random, this.#all);
    if (run === null) return null;
    await this.#lookAt(read, run);
    const { fixing } = run;
    const { made } = fixing;
    const mayStop = !run.hasEnded && made > 0 && made < fixing.rounds;
    return {
      state: `${run.state}, ${made} of ${fixing.rounds} rounds`,
      asked: {
        method: "POST",
        path: `/runs/${run.id}/stop-fixing`,
        ...(mayStop && { through: run.id }),
      },
      judge: (answer, repeated) => {
        if (run.isErased) return answered(answer, 404);
        if (answer.status !== 200 || !mayStop) {
          // One whose rounds are over is as it was asked to be; between two rounds there is nothing to stop.
          const mayBoth = made >= fixing.rounds || fixing.isBetween || fixing.stoppedAt !== null || repeated;
          return mayBoth ? holds([200, 400].includes(answer.status), "neither") : answered(answer, 400);
        }
        // The round that was under way counts if it had its verdict.
        fixing.stoppedAt = made + 1;
      },
      after: async (read) => {
        if (run.isErased) return;
        const shown: Shown = await read(`/runs/${run.id}`);
        fixing.observe(shown.attempts, run.name);
        if (shown.fixing?.ended && fixing.stoppedAt === made + 1) fixing.stoppedAt = fixing.made;
        await this.#lookAt(read, run);
      },
    };
  }

  async #lookAt(read: Read, run: Fixed): Promise<void> {
    if (run.isErased) return;
    const shown: Shown = await read(`/runs/${run.id}`);
    this.runs.observe(run, shown);
    const { fixing } = run;
    const offered = shown.approvals.filter(({ policyClass, subject }) =>
      policyClass === "repo-write" && subject?.kind === "run"
    );
    const isOver = offered.length > 0 || shown.statusReason === "verification_failed";
    fixing.compare(shown.attempts, isOver, run.name);
    // What a person wrote meanwhile raises it, too.
    for (const { risk } of offered) {
      holds(
        !fixing.isRed || risk === "high" || risk === "critical",
        `${run.name} fails its verifier, and its risk is ${risk}`,
      );
    }
    holds(
      shown.statusReason !== "verification_failed" || fixing.mayFail,
      `${run.name} failed its verification, and was to be shown`,
    );
    fixing.isSettled = run.hasEnded;
  }
}
