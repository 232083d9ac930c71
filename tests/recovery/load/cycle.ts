import assert from "node:assert/strict";
import type { RunSummary } from "../../../services/control/runs/schemas.ts";
import { ApiError } from "../../../client/client.ts";
import { eventOf, EventTail } from "../event_tail.ts";
import { type ServiceProcess, spawnService } from "../service_process.ts";
import { checkStore, headOf, type Site } from "../site.ts";
import { LoadClient } from "./client.ts";
import { compare } from "./compare.ts";
import { History } from "./history.ts";
import { Ledger } from "./ledger.ts";
import { Random } from "./random.ts";

const CLIENTS = 16;
const REVIEWERS = 6;

/** A service under load that is killed again and again, on one storage directory. */
export class KillCycle {
  readonly ledger = new Ledger();
  readonly history = new History();
  kills = 0;
  readonly #restarts: number[] = [];
  readonly #random: Random;
  readonly #clients: LoadClient[];

  constructor(readonly site: Site, seed: number) {
    this.#random = new Random(seed);
    this.#clients = Array.from({ length: CLIENTS }, (_, index) => {
      const random = new Random(seed + index + 1);
      const temper = index < REVIEWERS ? "reviewer" : "changer";
      return new LoadClient(`c${index}`, temper, random, this.ledger, site.repository.root);
    });
  }

  /** Starts, compares with what was acknowledged, loads, and kills after a random number of acknowledged answers. */
  async once({ verify }: { verify: boolean }): Promise<void> {
    if (this.#random.next() < 0.2) await this.#killWhileStarting();
    await using service = await this.#start();
    await this.#compare(service);
    if (verify) await checkStore(service);
    let left = this.#random.between(1, 200);
    this.ledger.onAcknowledged = () => {
      if (--left === 0) service.child.kill("SIGKILL");
    };
    await Promise.all(this.#clients.map((client) => client.work(service)));
    assert.deepEqual(this.ledger.faults, []);
    assert.ok(left <= 0, `the service ended by itself: ${service.output()}`);
    await service.ended;
    this.kills++;
  }

  /** Starts a last time, lets all runs come to rest, and checks everything through the API. */
  async end(): Promise<void> {
    await using service = await this.#start();
    await this.#compare(service);
    await this.#endAll(service);
    await this.#read(service);
    await checkStore(service);
    await this.#checkRuns(service);
    await this.site.end(service);
  }

  /** Milliseconds from the start of a process to its answer to GET /health. */
  restartTimes(): { p50: number; most: number } {
    const sorted = this.#restarts.toSorted((a, b) => a - b).map(Math.round);
    return { p50: sorted[Math.floor(sorted.length / 2)] ?? 0, most: sorted.at(-1) ?? 0 };
  }

  async #start(): Promise<ServiceProcess> {
    const before = performance.now();
    const service = await this.site.start();
    await service.operator("GET /health");
    this.#restarts.push(performance.now() - before);
    return service;
  }

  /** Kills a process at a random moment between its first trace in the storage directory and its first answer. */
  async #killWhileStarting(): Promise<void> {
    using watcher = Deno.watchFs(this.site.storage);
    const child = spawnService({ storage: this.site.storage });
    let left = this.#random.between(1, 30);
    const seen = (async () => {
      for await (const _ of watcher) if (--left === 0) return;
    })();
    const reader = child.stdout.getReader();
    await Promise.race([seen, reader.read()]);
    child.kill("SIGKILL");
    await Promise.all([child.status, child.stderr.cancel(), reader.cancel()]);
    this.kills++;
  }

  async #compare(service: ServiceProcess): Promise<void> {
    await this.#read(service);
    assert.deepEqual(compare(this.ledger, this.history), []);
  }

  /** Reads what was added to the log. */
  async #read(service: ServiceProcess): Promise<void> {
    const head = await headOf(service);
    if (head > this.history.sequence) {
      using tail = new EventTail(service, this.history.sequence);
      await tail.first((event) => event.sequence === head);
      this.history.read(tail.events.slice(0, head - this.history.sequence));
    }
    this.history.finish();
    assert.deepEqual(this.history.faults, []);
  }

  /** Cancels what has not ended. What is being applied refuses that, and ends by itself. */
  async #endAll(service: ServiceProcess): Promise<void> {
    using tail = new EventTail(service, this.history.sequence);
    for (const { id } of await this.#open(service)) {
      try {
        await service.operator("POST /runs/:id/cancel", { params: { id }, body: {} });
      } catch (error) {
        if (!(error instanceof ApiError) || error.status !== 400) throw error;
        await tail.first(eventOf(id, "run.completed", "run.failed"));
      }
    }
  }

  /** Runs that have not ended; every one of them says who moves next. */
  async #open(service: ServiceProcess): Promise<RunSummary[]> {
    const open: RunSummary[] = [];
    for (const status of ["queued", "running", "waiting", "paused"] as const) {
      open.push(...await service.operator("GET /runs", { query: { status, limit: 1000 } }));
    }
    for (const run of open) assert.ok(run.nextMove, `${run.id} is ${run.status} and nobody moves it`);
    return open;
  }

  async #checkRuns(service: ServiceProcess): Promise<void> {
    const applied = new Map<string, string>();
    for (const [id, seen] of this.history.runs) {
      const run = await service.operator("GET /runs/:id", { params: { id } });
      assert.equal(seen.end, seen.end && `run.${run.status}`, id);
      assert.equal(run.request, seen.request);
      assert.equal(run.appliedAt !== undefined, seen.applied === 1);
      const name = /load\/(\S+)\.txt/.exec(run.request)![1]!;
      if (seen.applied === 1) applied.set(`load/${name}.txt`, name);
    }
    const { repository } = this.site;
    for (const [path, content] of applied) assert.equal(repository.read(path), content);
  }
}
