import type { Random } from "../../recovery/load/random.ts";
import { answered, type Command, type Deed, type Domain, holds, one, type Read, same } from "../command.ts";
import { type Automation, earlierDelivery, judgeDelivery, shareSecret, signed } from "./deliveries.ts";
import type { Runs } from "./runs.ts";
import { beginAgain, caughtUpAt, come, isClearAfter, momentsUntil, scheduleBy } from "./schedules.ts";

const MINUTE = 60_000;
const STARTED: readonly string[] = ["fired", "caught_up"];

type Fire = { id: string; dueAt: string; outcome: string; runId: string | null; trigger: string };

/** Automations: what their schedules and deliveries start, each once. */
export class Automations implements Domain {
  readonly #all: Automation[] = [];
  #made = 0;
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
    { name: "deliver", weight: 3, plan: (random) => this.#deliver(random) },
    { name: "trigger", weight: 1, plan: (random) => this.#trigger(random) },
    { name: "erase an automation", weight: 0.3, plan: (random) => this.#erase(random) },
  ];

  /** Every schedule whose moment has come has fired, once. */
  async passed(read: Read): Promise<void> {
    for (const automation of this.#all) {
      const moments = momentsUntil(automation, this.#now);
      if (moments.length === 0) continue;
      come(automation, automation.status === "enabled" ? moments : [], moments);
      await this.#lookAt(read, automation);
    }
  }

  mayJump = (from: number, to: number): boolean => this.#all.every((each) => isClearAfter(each, from, to));

  jumped(from: number, to: number): void {
    if (to < from) return;
    for (const automation of this.#all) {
      const moments = momentsUntil(automation, to);
      const caughtUp = caughtUpAt(moments, to);
      // The others are recorded as missed, and do not come again; those of a disabled one are not.
      if (automation.status === "enabled") come(automation, caughtUp, caughtUp);
      else come(automation, [], moments);
    }
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

  async #lookAt(read: Read, automation: Automation): Promise<void> {
    const shown = await read(`/automations/${automation.id}`);
    same(shown.status, automation.status, `the automation ${automation.name}`);
    holds(
      shown.ledger.check === null || shown.ledger.check.equal,
      `the ledger of ${automation.name} has gaps`,
    );
    const items: Fire[] = shown.ledger.items;
    const fired = items.filter(({ outcome, trigger }) => STARTED.includes(outcome) && trigger === "schedule");
    const expected = automation.due.slice(automation.due.length - fired.length);
    same(fired.map(({ dueAt }) => dueAt).toSorted(), expected, `when ${automation.name} fired`);
    holds(
      fired.length === automation.due.length || items.length >= 100,
      `${automation.name} fired ${fired.length} times, the model says ${automation.due.length}`,
    );
    for (const { runId } of fired.toReversed()) this.runs.adopt(runId, automation.name);
  }

  #create(random: Random): Deed | null {
    if (this.#secretId === null || this.#all.length >= 6) return null;
    const name = `auto${++this.#made}`;
    const schedule = random.next() < 0.6 ? scheduleBy(random) : null;
    const trigger = schedule === null
      ? { kind: "webhook", path: name, secretId: this.#secretId, verification: "standard_webhooks" }
      : { kind: "schedule", ...schedule.trigger };
    const { request, repoPath } = this.runs.ofAutomation(name);
    return {
      state: schedule?.name ?? "webhook",
      asked: {
        method: "POST",
        path: "/automations",
        body: {
          name,
          trigger,
          action: { kind: "run", request, repoPath, worker: { provider: "builtin", model: "recipe" } },
          overlap: "allow_all",
          maxConsecutiveFailures: 0,
        },
        headers: { "idempotency-key": name },
      },
      judge: (answer) => {
        answered(answer, 201);
        const next = schedule === null ? Infinity : Date.parse(answer.body.nextFireAt);
        if (schedule !== null && schedule.name !== "interval") {
          same(
            answer.body.nextFireAt,
            new Date(schedule.after(this.#now)).toISOString(),
            `when ${name} fires`,
          );
        }
        this.#all.push({
          id: answer.body.id,
          name,
          status: "enabled",
          schedule,
          next,
          due: [],
          missed: [],
          deliveries: new Map(),
        });
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
        if (name === "enable" && automation.status !== "enabled") beginAgain(automation, this.#now);
        automation.status = name === "pause" ? "paused" : `${name}d`;
        same(answer.body.status, automation.status, `${automation.name} after ${name}`);
      },
    };
  }

  #deliver(random: Random): Deed | null {
    const automation = one(random, this.#all.filter(({ schedule }) => schedule === null));
    if (automation === null) return null;
    const isForged = random.next() < 0.15;
    const isOld = !isForged && random.next() < 0.1;
    const known = random.next() < 0.4 ? one(random, [...automation.deliveries.keys()]) : null;
    const id = known ?? `msg_${this.#made}_${automation.deliveries.size}`;
    const earlier = earlierDelivery(automation, id, this.#now);
    if (earlier === undefined) return null;
    const state = isForged
      ? "forged"
      : isOld
      ? "old"
      : `${automation.status}${earlier ? " again" : known === null ? "" : " a week later"}`;
    return {
      state,
      asked: signed(automation.name, id, this.#now - (isOld ? 10 * MINUTE : 0), isForged),
      judge: (answer, repeated) => {
        if (isForged || isOld) return answered(answer, 401);
        answered(answer, 202);
        this.runs.adopt(
          judgeDelivery(automation, { id, earlier, now: this.#now }, answer, repeated),
          automation.name,
        );
      },
    };
  }

  #trigger(random: Random): Deed | null {
    const automation = one(random, this.#all.filter(({ status }) => status === "enabled"));
    return automation && {
      state: automation.schedule?.name ?? "webhook",
      asked: {
        method: "POST",
        path: `/automations/${automation.id}/trigger`,
        body: {},
        headers: { "idempotency-key": `trigger-${this.#made}-${this.#now}` },
      },
      judge: (answer) => {
        answered(answer, 201);
        same(answer.body.outcome, "fired", `${automation.name} by hand`);
        this.runs.adopt(answer.body.runId, automation.name);
      },
    };
  }

  #erase(random: Random): Deed | null {
    const automation = one(random, this.#all);
    return automation && {
      state: automation.status,
      asked: { method: "DELETE", path: `/automations/${automation.id}` },
      judge: (answer, repeated) => {
        if (!repeated || answer.status !== 404) answered(answer, 200);
        this.#all.splice(this.#all.indexOf(automation), 1);
      },
    };
  }
}
