import type { Random } from "../../recovery/load/random.ts";
import {
  type Answer,
  answered,
  type Command,
  type Deed,
  type Domain,
  one,
  type Read,
  same,
} from "../command.ts";
import type { Race, ShownRace } from "./race.ts";
import { MAX_QUEUED } from "./run_commands.ts";
import type { RunModel } from "./run_model.ts";
import type { Runs } from "./runs.ts";

/** So many races are open at most. */
const MAX_OPEN = 4;

type Racing = RunModel & { race: Race };

/** Races: several contenders make a result, and a person picks one, or parts of several. */
export class Races implements Domain {
  constructor(readonly runs: Runs) {}

  readonly commands: readonly Command[] = [
    { name: "start a race", weight: 4, plan: (random) => this.#start(random) },
    { name: "pick a result", weight: 6, plan: (random, read) => this.#pick(random, read) },
    { name: "undo a pick", weight: 1.5, plan: (random, read) => this.#undo(random, read) },
  ];

  get #all(): Racing[] {
    return this.runs.kept.filter((run): run is Racing => run.race !== null);
  }

  look = async (read: Read, random: Random): Promise<void> => {
    const run = one(random, this.#all);
    if (run !== null) await lookAt(read, run);
  };

  async lookAtAll(read: Read, isWhole: boolean): Promise<void> {
    for (const run of this.#all) if (isWhole || !run.race.isSettled) await lookAt(read, run);
  }

  #start(random: Random): Deed | null {
    const isBusy = this.runs.kept.filter(({ status }) => status === "queued").length >= MAX_QUEUED;
    if (isBusy || this.#all.filter((run) => !run.hasEnded).length >= MAX_OPEN) return null;
    const run = this.runs.nextRace(random.between(2, 3));
    const contenders = Array.from(
      { length: run.race!.contenders },
      () => ({ worker: { provider: "builtin", model: "recipe" } }),
    );
    return {
      state: `${contenders.length} contenders`,
      asked: {
        method: "POST",
        path: "/runs",
        body: { request: run.request, repoPath: run.repoPath, race: { contenders }, here: true },
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

  /** One whose run was looked at now. */
  async #chosen(random: Random, read: Read): Promise<Racing | null> {
    const open = this.#all.filter(({ status }) => status === "waiting" || status === "running");
    const run = (random.next() < 0.9 ? one(random, open) : null) ?? one(random, this.#all);
    if (run !== null) await this.runs.lookAt(read, run);
    return run;
  }

  async #pick(random: Random, read: Read): Promise<Deed | null> {
    const run = await this.#chosen(random, read);
    if (run === null) return null;
    const { race } = run;
    const numbers = Array.from({ length: race.contenders + 1 }, (_, i) => i + 1);
    const count = random.next() < 0.7 ? 1 : 2;
    const picked = Array.from(
      { length: count },
      () => numbers.splice(random.between(0, numbers.length - 1), 1)[0]!,
    );
    const shown: ShownRace = await read(`/runs/${run.id}/race`);
    const isThere = picked.every((number) => shown.contenders[number - 1]?.state === "finished");
    return {
      state: `${run.state}${race.picked === null ? "" : " picked"}${shown.over === null ? "" : " over"}${
        isThere ? "" : ", no such result"
      }`,
      asked: {
        method: "POST",
        path: `/runs/${run.id}/pick`,
        body: { parts: picked.map((contender) => ({ contender })) },
        ...(isOpen(run) && isThere && { through: run.id }),
      },
      before: (read, repeated) => this.#before(read, run, repeated),
      judge: (answer, repeated) => {
        if (isMaybe(run, answer, repeated)) return;
        answered(answer, isOpen(run) && isThere ? 200 : 400);
        if (answer.status === 200) this.#moved(run, answer, picked);
      },
      after: (read) => this.#after(read, run),
    };
  }

  async #undo(random: Random, read: Read): Promise<Deed | null> {
    const run = await this.#chosen(random, read);
    if (run === null) return null;
    const { race } = run;
    return {
      state: `${run.state}${race.picked === null ? "" : " picked"}`,
      asked: {
        method: "POST",
        path: `/runs/${run.id}/unpick`,
        ...(isOpen(run) && race.picked !== null && { through: run.id }),
      },
      before: (read, repeated) => this.#before(read, run, repeated),
      judge: (answer, repeated) => {
        if (isMaybe(run, answer, repeated)) return;
        answered(answer, isOpen(run) && race.picked !== null ? 200 : 400);
        if (answer.status === 200) this.#moved(run, answer, null);
      },
      after: (read) => this.#after(read, run),
    };
  }

  /** What was asked for may have been done before a kill. */
  async #before(read: Read, run: Racing, repeated: boolean): Promise<void> {
    if (repeated) run.race.isUnsure = true;
    await this.runs.lookAt(read, run);
  }

  #moved(run: Racing, { body }: Answer, picked: readonly number[] | null): void {
    run.race.picked = picked;
    run.race.isUnsure = false;
    run.status = body.status;
    same(run.status === "running" || run.status === "waiting", true, `${run.name} is ${run.status} after it`);
  }

  async #after(read: Read, run: Racing): Promise<void> {
    await this.runs.lookAt(read, run);
    await lookAt(read, run);
  }
}

/** Whether a result can be picked, or no longer picked. */
const isOpen = ({ status, decision }: RunModel): boolean =>
  (status === "running" || status === "waiting") && decision === null;

/**
 * Whether it cannot be said what is picked: an earlier answer was lost, so that it may have been recorded, or work that a restored
 * backup had lost is done again.
 */
function isMaybe(run: Racing, { status }: Answer, repeated: boolean): boolean {
  const isUnsure = status === 400 && (repeated || run.isOfBackup);
  if (isUnsure) run.race.isUnsure = true;
  return isUnsure;
}

async function lookAt(read: Read, run: Racing): Promise<void> {
  if (run.isErased) return;
  run.race.compare(await read(`/runs/${run.id}/race`), run.file);
  run.race.isSettled = run.hasEnded;
}
