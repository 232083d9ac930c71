import { sha256 } from "../../../store/chain.ts";
import type { AgreedPlan, TrialDocument, TrialWorker } from "../../../store/trials/document.ts";
import type { Ctx } from "../../ground/kernel/context.ts";
import { InvalidError } from "../../ground/kernel/errors.ts";
import { counted, money } from "../../ground/kernel/words.ts";
import { findProvider } from "../../sessions/models/providers/mod.ts";
import { modelNamed } from "../../sessions/models/providers/models.ts";
import { chooseWorker } from "../tasks/choose_worker.ts";
import type { TrialService } from "./bench.ts";
import { nameOf } from "./compare.ts";
import { requireTrial } from "./read_model.ts";
import type { PlanTrialInput, ShownTrialPlan } from "./schemas.ts";
import { power } from "./statistics.ts";
import { writerNamed, writingUsd } from "./write_request.ts";

/** Two workers that a trial should be able to tell apart. */
const [WEAK, STRONG] = [0.3, 0.6];

/** From this share on, a trial is said to tell them apart. */
const ENOUGH = 0.8;

/** Returns what a trial would cost at worst, what would leave this machine and to whom. Records nothing. Throws `InvalidError`. */
export function planTrial(ctx: Ctx<TrialService>, id: string, input: PlanTrialInput): ShownTrialPlan {
  const trial = requireTrial(ctx, id);
  const proved = trial.cases.filter(({ outcome }) => outcome === "proved");
  if (trial.plan || trial.status !== "ready") {
    throw new InvalidError(
      `The trial ${id} is ${trial.status}. Only one whose cases are found, and which has not started, can be planned.`,
    );
  }
  if (proved.length === 0) {
    throw new InvalidError(`The trial ${id} has no proved case, so there is nothing to attempt.`);
  }
  const { cases = proved.length, maxCostUsd, attemptUsd, attemptMinutes } = input;
  if (cases > proved.length) {
    throw new InvalidError(
      `The trial ${id} has ${counted(proved.length, "proved case")}, fewer than ${cases}.`,
    );
  }
  const workers = [...new Set(input.workers)].map((name) => workerNamed(ctx, name));
  const caseIds = proved.slice(0, cases).map((each) => each.id);
  const writer = input.writer === undefined ? null : writerNamed(ctx, input.writer);
  const caseUsd = writer && writingUsd(writer);
  const plan: AgreedPlan = {
    workers,
    caseIds,
    maxCostUsd,
    attemptUsd,
    attemptMinutes,
    ...(writer && { writer: { provider: writer.provider.id, model: writer.model.id, caseUsd } }),
  };
  const attempts = workers.length * caseIds.length;
  const paid = workers.filter((worker) => !isFree(ctx, worker));
  const ofAttempts = paid.length === 0
    ? 0
    : attemptUsd === null
    ? null
    : paid.length * caseIds.length * attemptUsd;
  const worst = ofAttempts === null ? null : ofAttempts + caseIds.length * (caseUsd ?? 0);
  // An attempt without a limit may cost more than what is left when it starts.
  const worstCostUsd = worst === null ? null : Math.min(worst, maxCostUsd ?? worst);
  const found = power(caseIds.length, WEAK, STRONG);
  const shown = {
    plan,
    attempts,
    worstCostUsd,
    cost: costSentence(ctx, [...paid, ...(plan.writer ? [plan.writer] : [])], worstCostUsd, maxCostUsd),
    leaves: [
      ...(plan.writer
        ? [leavesTo(
          ctx,
          plan.writer,
          `To write ${
            counted(caseIds.length, "request")
          }: as many messages, the names of the changed files, and the changes of tests.`,
        )]
        : []),
      ...workers.map((worker) =>
        leavesTo(
          ctx,
          worker,
          `${
            counted(caseIds.length, "request")
          }, and what it reads of the repository as it was at as many commits.`,
        )
      ),
    ],
    power: found,
    notes: [
      ...notesOf(trial, found, caseIds.length),
      ...(writer
        ? [
          "A written request that repeats lines of the result or of hidden tests is refused: workers get the message then.",
        ]
        : []),
    ],
  };
  return { sha256: sha256(JSON.stringify([id, shown])), ...shown };
}

function workerNamed(ctx: Ctx<TrialService>, name: string): TrialWorker {
  const at = name.indexOf("/");
  const worker = { provider: name.slice(0, at), model: name.slice(at + 1) };
  const choice = chooseWorker(ctx, { worker }, "");
  const chosen = "worker" in choice ? choice.worker : null;
  if (chosen && chosen.provider === worker.provider && chosen.model === worker.model) return worker;
  throw new InvalidError(
    `The worker ${name} cannot work now. ${
      "missing" in choice ? choice.missing : `${nameOf(chosen!)} would do it instead.`
    }`,
  );
}

const modelOf = (ctx: Ctx<TrialService>, { provider, model }: TrialWorker) => {
  const found = findProvider(ctx, provider);
  return { provider: found, model: found && modelNamed(ctx, found, model) };
};

/** Whether no call of a worker can cost anything: its price is zero, or it is a program, which has no network in a trial. */
function isFree(ctx: Ctx<TrialService>, worker: TrialWorker): boolean {
  const { provider, model } = modelOf(ctx, worker);
  return provider?.program !== undefined ||
    (model?.inputCostPerMillion === 0 && model.outputCostPerMillion === 0);
}

function costSentence(
  ctx: Ctx<TrialService>,
  paid: readonly TrialWorker[],
  worst: number | null,
  limit: number | null,
): string {
  const unpriced = paid.filter((worker) =>
    typeof modelOf(ctx, worker).model?.outputCostPerMillion !== "number"
  )
    .map(nameOf);
  const most = worst !== null
    ? `It costs at most ${money(worst)}.`
    : limit === null
    ? "Nothing limits what it may cost: give a limit for the trial, or for an attempt."
    : `No attempt starts once ${
      money(limit)
    } is spent, but what is under way then may cost more: give a limit for an attempt.`;
  return unpriced.length === 0
    ? most
    : `${most} The price of ${unpriced.join(" and ")} is unknown, so it is not counted.`;
}

function leavesTo(
  ctx: Ctx<TrialService>,
  worker: TrialWorker,
  sent: string,
): ShownTrialPlan["leaves"][number] {
  const { provider, model } = modelOf(ctx, worker);
  const privacy = model?.privacy ?? provider?.privacy ?? "local";
  const to = provider?.baseUrl ?? provider?.kind.executionPath(provider) ?? "a program of this machine";
  const what = privacy === "local" ? "Nothing leaves this machine." : sent;
  return { worker: nameOf(worker), to, privacy, what };
}

function notesOf({ setup }: TrialDocument, found: number, cases: number): string[] {
  return [
    `With ${counted(cases, "case")}, workers of 30 % and 60 % are told apart in ${
      Math.round(100 * found)
    } % of trials.${found < ENOUGH ? " That is too few: a difference may stay inside the noise." : ""}`,
    "A model may know a public repository, and with it the results. A trial cannot see that.",
    ...(setup ? [] : ["Without a setup, commands see only what is installed on this machine."]),
    "Nothing is ever applied. The tests of a case are hidden until its worker has ended.",
  ];
}
