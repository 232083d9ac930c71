import type { Random } from "../../recovery/load/random.ts";
import { answered, type Command, type Deed, type Domain, one, type Read, same } from "../command.ts";
import { Automation, OVERLAPS } from "./automation.ts";
import { earlierDelivery, judgeDelivery, shareSecret, signed } from "./deliveries.ts";
import type { RunModel } from "./run_model.ts";
import type { Runs } from "./runs.ts";
import { isClearAfter, scheduleBy } from "./schedules.ts";

const MINUTE = 60_000;

/** Automations: what their schedules and deliveries start, each once. */
export class Automations implements Domain {
  readonly #all: Automation[] = [];
  #made = 0;
  #triggered = 0;
  #secretId: string | null = null;

  constructor(readonly runs: Runs) {}

  get #now(): number {
    return this.runs.surroundings.now().getTime();
  }

  readonly commands: readonly Command[] = [
    {
      name: "share a secret",
      weight: 2,
      plan: () => this.#secretId === null ? shareSecret((id) => this.#secretId = id) : null,
    },
    { name: "automate", weight: 1, plan: (random) => this.#create(random) },
    ...(["enable", "disable", "pause"] as const).map((name): Command => ({
      name: `${name} an automation`,
      weight: name === "enable" ? 2 : 1,
      plan: (random) => this.#move(random, name),
    })),
    { name: "deliver", weight: 3, plan: (random, read) => this.#deliver(random, read) },
    { name: "trigger", weight: 1, plan: (random, read) => this.#trigger(random, read) },
    { name: "erase an automation", weight: 0.3, plan: (random) => this.#erase(random) },
  ];

  /** Every moment of a schedule that has come is in the ledger, once. */
  async passed(read: Read): Promise<void> {
    for (const automation of this.#all) {
      if (automation.maxFailures > 0) {
        await this.#refresh(read, automation);
        this.#ended(automation);
      }
      if (automation.passed(this.#now) || automation.waiting !== null) await this.#lookAt(read, automation);
    }
  }

  mayJump = (from: number, to: number): boolean => this.#all.every((each) => isClearAfter(each, from, to));

  jumped(from: number, to: number): void {
    if (to >= from) { for (const automation of this.#all) automation.jumped(to); }
  }

  async look(read: Read, random: Random): Promise<void> {
    const automation = one(random, this.#all);
    if (automation !== null) await this.#lookAt(read, automation);
  }

  async lookAtAll(read: Read): Promise<void> {
    for (const automation of this.#all) await this.#lookAt(read, automation);
    const listed: { id: string; status: string }[] = await read("/automations?limit=1000");
    const shown = listed.map(({ id, status }) => ({ id, status }));
    const expected = this.#all.map(({ id, status }) => ({ id, status })).toReversed();
    same(shown, expected, "the automations");
  }

  /** Compares an automation. Returns whether a run of it is open. */
  async #lookAt(read: Read, automation: Automation): Promise<boolean> {
    const counts = automation.overlap !== "allow_all" || automation.maxFailures > 0;
    const wasOpen = this.#openRuns(automation).length > 0;
    if (counts) await this.#refresh(read, automation);
    const before = this.#openRuns(automation).length > 0;
    automation.settle(wasOpen, before);
    this.#ended(automation);
    const shown = await read(`/automations/${automation.id}`);
    if (counts) await this.#refresh(read, automation);
    const after = this.#openRuns(automation).length > 0;
    for (const runId of automation.compare(shown, { before, after })) this.runs.adopt(runId, automation.name);
    return this.#openRuns(automation).length > 0;
  }

  #openRuns({ name }: Automation): RunModel[] {
    return this.runs.kept.filter((run) => run.name === name && !run.hasEnded);
  }

  /** Those of its runs that have ended may pause it. */
  #ended(automation: Automation): void {
    automation.ended(this.runs.all.filter(({ name }) => name === automation.name), this.#now);
  }

  /** Takes over what its open runs have done by themselves. */
  async #refresh(read: Read, automation: Automation): Promise<void> {
    for (const run of this.#openRuns(automation)) await this.runs.lookAt(read, run);
  }

  #create(random: Random): Deed | null {
    if (this.#secretId === null || this.#all.length >= 6) return null;
    const name = `auto${++this.#made}`;
    const schedule = random.next() < 0.6 ? scheduleBy(random) : null;
    const trigger = schedule === null
      ? { kind: "webhook", path: name, secretId: this.#secretId, verification: "standard_webhooks" }
      : { kind: "schedule", ...schedule.trigger };
    const { request, repoPath } = this.runs.ofAutomation(name);
    const overlap = random.pick(OVERLAPS);
    const maxFailures = random.between(0, 2);
    return {
      state: `${schedule?.name ?? "webhook"} ${overlap}, ${maxFailures} failures`,
      asked: {
        method: "POST",
        path: "/automations",
        body: {
          name,
          trigger,
          action: { kind: "run", request, repoPath, worker: { provider: "builtin", model: "recipe" } },
          overlap,
          maxConsecutiveFailures: maxFailures,
        },
        headers: { "idempotency-key": name },
      },
      judge: (answer) => {
        answered(answer, 201);
        const { id, nextFireAt } = answer.body;
        if (schedule !== null && schedule.name !== "interval") {
          same(nextFireAt, new Date(schedule.after(this.#now)).toISOString(), `when ${name} fires`);
        }
        const automation = new Automation(id, name, overlap, schedule, maxFailures);
        if (schedule !== null) automation.next = Date.parse(nextFireAt);
        this.#all.push(automation);
      },
    };
  }

  #move(random: Random, name: "enable" | "disable" | "pause"): Deed | null {
    const automation = one(random, this.#all);
    return automation && {
      state: automation.status,
      asked: { method: "POST", path: `/automations/${automation.id}/${name}` },
      judge: (answer) => {
        answered(answer, 200);
        automation.moveTo(name === "pause" ? "paused" : `${name}d`, this.#now);
        same(answer.body.status, automation.status, `${automation.name} after ${name}`);
      },
    };
  }

  async #deliver(random: Random, read: Read): Promise<Deed | null> {
    const automation = one(random, this.#all.filter(({ schedule }) => schedule === null));
    if (automation === null) return null;
    const isForged = random.next() < 0.15;
    const isOld = !isForged && random.next() < 0.1;
    const known = random.next() < 0.4 ? one(random, [...automation.deliveries.keys()]) : null;
    const id = known ?? `msg_${this.#made}_${automation.deliveries.size}`;
    const earlier = earlierDelivery(automation, id, this.#now);
    if (earlier === undefined) return null;
    const isOpen = await this.#lookAt(read, automation);
    const state = isForged
      ? "forged"
      : isOld
      ? "old"
      : `${automation.outcomeNow(isOpen)}${earlier ? " again" : known === null ? "" : " a week later"}`;
    return {
      state,
      asked: signed(automation.name, id, this.#now - (isOld ? 10 * MINUTE : 0), isForged),
      judge: (answer, repeated) => {
        if (isForged || isOld) return answered(answer, 401);
        answered(answer, 202);
        this.runs.adopt(
          judgeDelivery(automation, { id, earlier, now: this.#now, isOpen }, answer, repeated),
          automation.name,
        );
      },
    };
  }

  async #trigger(random: Random, read: Read): Promise<Deed | null> {
    const automation = one(random, this.#all.filter(({ status }) => status === "enabled"));
    if (automation === null) return null;
    const ignoreOverlap = random.next() < 0.3;
    const outcome = automation.outcomeNow(await this.#lookAt(read, automation) && !ignoreOverlap);
    return {
      state: `${automation.schedule?.name ?? "webhook"} ${outcome}`,
      asked: {
        method: "POST",
        path: `/automations/${automation.id}/trigger`,
        body: { ignoreOverlap },
        headers: { "idempotency-key": `trigger-${++this.#triggered}` },
      },
      judge: (answer) => {
        answered(answer, 201);
        same(answer.body.outcome, outcome, `${automation.name} by hand`);
        if (outcome === "buffered") automation.wait(answer.body.fireId);
        this.runs.adopt(answer.body.runId, automation.name);
      },
    };
  }

  #erase(random: Random): Deed | null {
    const automation = one(random, this.#all);
    return automation && {
      state: automation.status,
      asked: { method: "DELETE", path: `/automations/${automation.id}` },
      judge: (answer) => {
        answered(answer, 200);
        this.#all.splice(this.#all.indexOf(automation), 1);
      },
    };
  }
}
