import type { StoredEvent } from "../../../store/event.ts";
import { isTerminal } from "../../../store/runs/document.ts";
import { runStream } from "../../../store/runs/stream.ts";
import { pruneMarked } from "../../machine/repositories/mod.ts";
import type { Core } from "../../ground/kernel/context.ts";
import type { RunExecution } from "../../control/runs/execution.ts";
import { ChangeKeeper } from "./entering/change_keeper.ts";
import { BackgroundWork } from "./background_work.ts";
import { Driver } from "./driver.ts";
import { Pool } from "../commands/pool.ts";
import { QueuedRuns } from "./queued_runs.ts";
import { faultsAfter, giveUp, hasWork, MAX_FAULTS, pauseAfter } from "./faults.ts";
import { clearUp, openRunIds, recover, requeueTaken } from "./recovery.ts";
import { KeptSetups, setupsOf } from "../commands/kept_setups.ts";
import { nextEvents } from "../commands/next_events.ts";
import type { Boundary } from "../../ground/kernel/subject.ts";
import type { ExecutorLive } from "../commands/live.ts";

/** Executes runs: starts queued ones as slots become free, and resumes those that may continue. */
export class Executor implements RunExecution {
  readonly #pool: Pool;
  readonly setups: KeptSetups;
  readonly #drivers = new Map<string, Driver>();
  readonly #faults = new Map<string, number>();
  readonly #timers = new Map<string, ReturnType<typeof setTimeout>>();
  readonly #queue: QueuedRuns;
  readonly #keeping: ChangeKeeper;
  readonly #beside = new BackgroundWork();
  #unsubscribe = () => {};
  #stopping = false;
  #toPrune = false;
  #pruning: Promise<void> | null = null;

  constructor(readonly service: Core & ExecutorLive, readonly boundary: Boundary = () => {}) {
    this.#pool = new Pool(service.config.workers);
    this.#queue = new QueuedRuns(service, () => this.#free());
    this.setups = new KeptSetups(setupsOf(service.config.storageDirectory), service.now);
    this.#keeping = new ChangeKeeper(service, boundary, () => this.#pruning, () => this.#pruneWhenIdle());
  }

  /** Ends the processes of a killed service, and removes what it left in the private repositories. */
  prepare = (): Promise<void> => clearUp(this.service);

  /** Repairs what a killed service left behind, then starts executing runs. */
  async start(): Promise<void> {
    await recover(this.service);
    await pruneMarked(this.service.config.storageDirectory).catch((cause) =>
      this.service.log.error("Unreferenced git objects could not be removed", cause)
    );
    this.#unsubscribe = this.service.store.subscribe((events) => this.#observe(events));
    this.service.machines.onIdle = () => this.#queue.fill();
    this.#startNext();
  }

  /** Stops the executor: a patch that is being applied is completed, everything else returns to the queue. */
  async stop(): Promise<void> {
    this.#stopping = true;
    this.#unsubscribe();
    this.service.machines.onIdle = () => {};
    for (const timer of this.#timers.values()) clearTimeout(timer);
    this.#queue.stop();
    const drivers = [...this.#drivers.values()];
    for (const driver of drivers) driver.halt();
    await Promise.all(drivers.map((driver) => driver.done));
    await Promise.all([this.#beside.stop(), this.#keeping.stop()]);
    await this.#pruning;
    await requeueTaken(this.service).catch((cause) => {
      this.service.log.error("Active runs are not back in the queue. The next start resumes them.", cause);
    });
  }

  async halt(runId: string, taskSessionId?: string): Promise<void> {
    const driver = this.#drivers.get(runId);
    if (taskSessionId !== undefined) return await driver?.haltSession(taskSessionId);
    driver?.halt();
    await driver?.done;
    await this.#keeping.keep(runId);
  }

  async settled(runId: string): Promise<void> {
    for (;;) {
      const driver = this.#drivers.get(runId);
      const moved = driver?.done ?? (this.#runs(runId) ? this.#pruning : null); // a prune delays its driver
      if (!moved || driver?.rests) return;
      await Promise.race([moved, nextEvents(this.service.store)]);
      await new Promise<void>((resolve) => queueMicrotask(() => queueMicrotask(resolve)));
    }
  }

  async prune(): Promise<void> {
    this.#toPrune = true;
    this.#pruneWhenIdle();
    await this.#pruning;
  }

  async beside<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> {
    while (this.#pruning) await this.#pruning;
    return await this.#beside.perform(this.#pool, work).finally(() => this.#pruneWhenIdle());
  }

  /** The same in a slot that nothing else needs; its signal is aborted as soon as something does. */
  async whileIdle<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> {
    while (this.#pruning) await this.#pruning;
    return await this.#beside.perform(this.#pool, work, { onlyIdle: true }).finally(() =>
      this.#pruneWhenIdle()
    );
  }

  isMoving(runId: string): boolean {
    return this.#drivers.has(runId) || this.#timers.has(runId);
  }

  slots(): { total: number; busy: number } {
    return { total: this.#pool.total, busy: this.#pool.busy };
  }

  /** Resumes every run that may continue, and starts queued ones. */
  #startNext(): void {
    for (const id of openRunIds(this.service, "running")) this.#drive(id);
    this.#queue.fill();
  }

  /** Objects that are still being created have no reference yet, so nothing may execute during a prune. */
  #pruneWhenIdle(): void {
    if (!this.#toPrune || this.#pruning || this.#beside.isGoing || this.#keeping.isGoing) return;
    if (this.#drivers.size + this.#queue.starting > 0) return;
    this.#toPrune = false;
    this.#pruning = pruneMarked(this.service.config.storageDirectory)
      .catch((cause) => this.service.log.error("Unreferenced git objects could not be removed", cause))
      .finally(() => {
        this.#pruning = null;
        if (!this.#stopping) this.#startNext();
      });
  }

  #observe(events: readonly StoredEvent[]): void {
    const runs = new Set(events.map((event) => event.runId).filter((id) => id !== undefined));
    for (const id of runs) if (!this.#drivers.has(id)) this.#drive(id);
    for (const id of runs) this.#drivers.get(id)?.haltIfEnded();
    this.#keeping.observe(events);
    this.#queue.fill();
  }

  /** Returns for how many runs there is room: in a slot that no driver needs, or on a worker machine that waits. */
  #free(): number {
    if (this.#stopping || this.#pruning) return 0;
    const working = [...this.#drivers.values()].filter((driver) => !driver.rests && !driver.isElsewhere);
    return this.#pool.total + this.service.machines.idle - working.length;
  }

  #runs(runId: string): boolean {
    return this.service.store.documents.get(runStream, runId)?.status === "running";
  }

  #drive(runId: string): void {
    if (this.#stopping || this.#pruning || !this.#runs(runId) || this.isMoving(runId)) return;
    const driver = new Driver(
      this.service,
      runId,
      this.#pool,
      this.setups,
      this.boundary,
      () => this.#queue.fill(),
    );
    this.#drivers.set(runId, driver);
    driver.done.then((fault) => this.#ended(runId, fault));
  }

  #ended(runId: string, fault: { again: unknown } | null): void {
    this.#drivers.delete(runId);
    const run = this.service.store.documents.get(runStream, runId);
    if (!run || isTerminal(run.status) || !fault) this.#faults.delete(runId);
    if (fault) this.#retryLater(runId, fault.again);
    else if (run?.status === "running" && !this.#stopping) this.#reconsider(runId);
    this.#pruneWhenIdle();
    this.#queue.fill();
  }

  /** If the run may continue after its driver ended, resumes it: a move may have come in between. */
  #reconsider(runId: string): void {
    queueMicrotask(() => {
      if (!this.#drivers.has(runId) && hasWork(this.service, runId)) this.#drive(runId);
    });
  }

  #retryLater(runId: string, cause: unknown): void {
    const faults = faultsAfter(this.#faults.get(runId) ?? 0, cause);
    this.#faults.set(runId, faults);
    this.service.log.error(`The run ${runId} failed unexpectedly (${faults} in a row)`, cause);
    if (this.#stopping || this.service.store.commits.halted) return;
    const timer = setTimeout(async () => {
      this.#timers.delete(runId);
      const given = faults >= MAX_FAULTS && await giveUp(this.service, runId, cause).catch(() => false);
      if (!given) this.#drive(runId);
    }, pauseAfter(faults));
    this.#timers.set(runId, timer);
  }
}
