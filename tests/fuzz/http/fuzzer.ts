import { allExercises } from "../../kit/exercise.ts";
import { Random } from "../../recovery/load/random.ts";
import { World } from "../../runs/runs_world.ts";
import { type Corpus, keepFault } from "../corpus.ts";
import { Grammar } from "./grammar.ts";
import { type Operation, OPERATIONS } from "./operations.ts";
import { type Caller, CALLERS, type Input, Pool } from "./input.ts";
import { judge } from "./judge.ts";
import { Mutator } from "./mutate.ts";
import { reachedBy, templateOf } from "./reached.ts";
import { Session } from "./session.ts";
import { WatchedLog } from "./watched_log.ts";

/** Deletion of a whole run takes what others need; it and checks of a whole store are asked for rarely. */
const RARE = /POST .*(?:restore-verification|\/runs\/:id\/delete|backups)|backup-manifest/;
const [MANY_TRIES, CLOCK_JUMP_MILLISECONDS] = [3, 3_600_000];
/** What takes longer on average is asked for less often. */
const USUAL_MILLISECONDS = 5;

/** What a fuzzer did and found. */
export class Findings {
  requests = 0;
  unsendable = 0;
  slowest = { milliseconds: 0, key: "" };
  readonly faults = new Map<string, { count: number; example: string }>();
  /** By what they say, the answers that something outside of the service failed. */
  readonly upstream = new Map<string, number>();
  readonly answered = new Set<string>();
}

/** Fuzzes one service: made inputs, and changed ones of a corpus, each judged; what reaches something new is kept. */
export class Fuzzer {
  readonly #byKey = new Map(OPERATIONS.map((operation) => [operation.key, operation]));
  readonly #costs = new Map<string, { count: number; milliseconds: number }>();
  readonly #grammar: Grammar;
  readonly #mutator: Mutator;

  private constructor(
    readonly session: Session,
    readonly random: Random,
    readonly corpus: Corpus,
    readonly findings: Findings,
  ) {
    this.#grammar = new Grammar(random, session.pool);
    this.#mutator = new Mutator(random, session.pool, this.#grammar);
  }

  /** Opens a service in which everything exists, fuzzes it with so many requests, and checks its store. */
  static async fuzz(
    { requests, seed, corpus, findings, isThorough }: {
      requests: number;
      seed: number;
      corpus: Corpus;
      findings: Findings;
      /** Whether the calls that tests make of each endpoint are inputs, too, and the whole store is verified at the end. */
      isThorough: boolean;
    },
  ): Promise<void> {
    const log = new WatchedLog();
    await using world = await World.make({
      log,
      network: { resolve: () => Promise.resolve([]) },
    });
    const pool = new Pool(world.repository.root);
    const session = await Session.open(world, pool, log);
    const fuzzer = new Fuzzer(session, new Random(seed), corpus, findings);
    if (isThorough) await fuzzer.#exercise();
    const first = fuzzer.#everyOperation();
    const most = findings.requests + requests;
    for (let n = 0; findings.requests < most; n++) {
      await fuzzer.#once(first.next().value ?? fuzzer.#next());
      if (n % 500 === 499) world.clock.at += CLOCK_JUMP_MILLISECONDS;
    }
    await fuzzer.#end(isThorough);
  }

  /** The calls of the tests, which are right. */
  async #exercise(): Promise<void> {
    const { world, pool } = this.session;
    const { reads, writes } = await allExercises(world);
    for (const { key, path, body, headers = {} } of [...reads, ...writes]) {
      if (RARE.test(key)) continue;
      await this.#once({
        key,
        caller: "operator",
        method: key.split(" ")[0]!,
        path: pool.generalize(path),
        headers: { ...(body !== undefined && { "content-type": "application/json" }), ...headers },
        body: body === undefined ? null : pool.generalize(JSON.stringify(body)),
      });
    }
  }

  /** Each operation as each caller. */
  *#everyOperation(): Generator<Input, null> {
    for (const operation of OPERATIONS) {
      for (const caller of operation.isWorkers ? ["worker", "operator"] as const : CALLERS) {
        if (!RARE.test(operation.key) || caller !== "operator") {
          yield this.#grammar.request(operation, caller);
        }
      }
    }
    return null;
  }

  #next(): Input {
    const { random, corpus } = this;
    if (random.next() < 0.35 || corpus.entries.length === 0) {
      const operation = this.#operation();
      return this.#grammar.request(operation, this.#callerOf(operation));
    }
    const from = JSON.parse(corpus.entries[random.between(0, corpus.entries.length - 1)]!) as Input;
    return this.#mutator.mutate(from, this.#byKey.get(from.key));
  }

  #callerOf(operation: Operation): Caller {
    if (operation.isWorkers) return "worker";
    if (operation.key.includes("automation-webhooks")) return "webhook";
    const chance = this.random.next();
    return chance < 0.6 ? "operator" : chance < 0.9 ? "agent" : CALLERS[this.random.between(0, 5)]!;
  }

  /** An operation, the rarer the longer it takes. */
  #operation(): Operation {
    for (;;) {
      const operation = OPERATIONS[this.random.between(0, OPERATIONS.length - 1)]!;
      const { count, milliseconds } = this.#costs.get(operation.key) ?? { count: 0, milliseconds: 0 };
      const usual = count === 0 ? 1 : milliseconds / count;
      if (this.random.next() < Math.min(1, (RARE.test(operation.key) ? 0.2 : 4) / usual)) return operation;
    }
  }

  async #once(input: Input): Promise<void> {
    const { session, findings, corpus } = this;
    const cost = this.#costs.get(input.key) ?? { count: 0, milliseconds: 0 };
    this.#costs.set(input.key, cost);
    if (cost.count > 5 && this.random.next() > USUAL_MILLISECONDS * cost.count / cost.milliseconds) return;
    const began = performance.now();
    try {
      const answered = await session.send(input);
      findings.requests++;
      if (answered === null) {
        findings.unsendable++;
        return;
      }
      for (let n = 1; answered.milliseconds > 1_000 && n < MANY_TRIES; n++) {
        const again = await session.send(input);
        answered.milliseconds = Math.min(answered.milliseconds, again?.milliseconds ?? 0);
      }
      if (answered.milliseconds > findings.slowest.milliseconds) {
        findings.slowest = { milliseconds: answered.milliseconds, key: `${input.caller} ${input.key}` };
      }
      judge(input, answered);
      const value = /json$/.test(answered.type) && answered.text !== "" ? JSON.parse(answered.text) : null;
      if (answered.status === 500) {
        const said = `${input.key}: ${templateOf(String(value?.error))}`;
        findings.upstream.set(said, (findings.upstream.get(said) ?? 0) + 1);
      }
      if (answered.status < 400) {
        session.pool.learn(value);
        session.pool.fits(input.key, input.path.split("?")[0]!);
        findings.answered.add(input.key);
      }
      corpus.add(JSON.stringify(input), reachedBy(input, { ...answered, value }));
    } catch (cause) {
      this.#fault(input, cause);
    } finally {
      cost.count++;
      cost.milliseconds += performance.now() - began;
    }
  }

  #fault(input: Input, cause: unknown): void {
    const message = cause instanceof Error ? cause.message : String(cause);
    const name = `${input.key} as ${input.caller}: ${templateOf(message)}`;
    const known = this.findings.faults.get(name);
    if (known) known.count++;
    else {
      const example = `${message.slice(0, 2_000)}\n${JSON.stringify(input).slice(0, 3_000)}`;
      this.findings.faults.set(name, { count: 1, example });
      keepFault(this.corpus.directory, JSON.stringify(input), `${name}\n${message}`);
    }
  }

  /** The store is whole after all of it, and nothing that others decide was decided by an agent. */
  async #end(isThorough: boolean): Promise<void> {
    const { h } = this.session.world;
    const note = (name: string, example: unknown) =>
      void this.findings.faults.set(name, { count: 1, example: JSON.stringify(example) });
    await h.store.durable();
    const differences = h.rebuildDifferences();
    if (differences.length > 0) note("a rebuild of the store differs", differences);
    if (isThorough) {
      const { body } = await h.json("POST", "/control-plane/restore-verification", {});
      if (!body.ok) note("the store is not whole", body);
    }
    const polluted = Object.keys(Object.prototype);
    if (polluted.length > 0) note("a prototype was changed", polluted);
  }
}
