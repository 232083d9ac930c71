import type { StoredEvent } from "../../../store/event.ts";
import { isTerminal } from "../../../store/runs/document.ts";
import { runStream } from "../../../store/runs/stream.ts";
import type { Core } from "../../ground/kernel/context.ts";
import { type RunExecution, UNPRUNED } from "../../control/runs/execution.ts";
import { Pruning } from "../../control/runs/pruning.ts";
import { ChangeKeeper } from "./entering/change_keeper.ts";
import { BackgroundWork } from "./background_work.ts";
import { Driver } from "./driver.ts";
import { Pool } from "../commands/pool.ts";
import { QueuedRuns } from "./queued_runs.ts";
import { faultsAfter, giveUp, hasWork, MAX_FAULTS } from "./faults.ts";
import { pauseAfter } from "../tasks/startable.ts";
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
  readonly #pruning: Pruning;
  #unsubscribe = () => {};
  #executes = false;

  constructor(readonly service: Core & ExecutorLive, readonly boundary: Boundary = () => {}) {
    this.#pool = new Pool(service.config.workers);
    this.#queue = new QueuedRuns(service, () => this.#free());
    this.setups = new KeptSetups(setupsOf(service.config.storageDirectory), service.now);
    this.#pruning = new Pruning(
      service.config.storageDirectory,
      (cause) => service.log.error(UNPRUNED, cause),
      {
        isIdle: () => this.#drivers.size + this.#queue.starting === 0,
        ended: () => this.#startNext(),
      },
    );
    this.#keeping = new ChangeKeeper(service, boundary, this.#pruning);
  }

  /** Ends the processes of a killed service, and removes what it left in the private repositories. */
  prepare = (): Promise<void> => clearUp(this.service);

  /** Repairs what a killed service left behind, then starts executing runs. */
  async start(): Promise<void> {
    await recover(this.service);
    await this.prune();
    this.#unsubscribe = this.service.store.subscribe((events) => this.#observe(events));
    this.service.machines.onIdle = () => this.#queue.fill();
    this.#executes = true;
    this.#startNext();
  }

  /** Stops the executor: a patch that is being applied is completed, everything else returns to the queue. */
  async stop(): Promise<void> {
    this.#executes = false;
    this.#unsubscribe();
    this.service.machines.onIdle = () => {};
    for (const timer of this.#timers.values()) clearTimeout(timer);
    this.#queue.stop();
    const drivers = [...this.#drivers.values()];
    for (const driver of drivers) driver.halt();
    await Promise.all(drivers.map((driver) => driver.done));
    await Promise.all([this.#beside.stop(), this.#keeping.stop()]);
    await this.#pruning.underWay;
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
      const moved = driver?.done ?? (this.#isRunning(runId) ? this.#pruning.underWay : null); // a prune delays its driver
      if (!moved || driver?.rests) return;
      await Promise.race([moved, nextEvents(this.service.store)]);
      await new Promise<void>((resolve) => queueMicrotask(() => queueMicrotask(resolve)));
    }
  }

  prune = (): Promise<void> => this.#pruning.prune();

  creating = <T>(work: () => Promise<T>): Promise<T> => this.#pruning.creating(work);

  beside = <T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> =>
    this.creating(() => this.#beside.perform(this.#pool, work));

  /** The same in a slot that nothing else needs; its signal is aborted as soon as something does. */
  whileIdle = <T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> =>
    this.creating(() => this.#beside.perform(this.#pool, work, { onlyIdle: true }));

  isMoving(runId: string): boolean {
    return this.#drivers.has(runId) || this.#timers.has(runId);
  }

  slots(): { total: number; busy: number } {
    return { total: this.#pool.total, busy: this.#pool.busy };
  }

  /** Resumes every run that may continue, and starts queued ones. */
  #startNext(): void {
    if (!this.#executes) return;
    for (const id of openRunIds(this.service, "running")) this.#drive(id);
    this.#queue.fill();
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
    if (!this.#executes || this.#pruning.underWay) return 0;
    const working = [...this.#drivers.values()].filter((driver) => !driver.rests && !driver.isElsewhere);
    return this.#pool.total + this.service.machines.idle - working.length;
  }

  #isRunning(runId: string): boolean {
    return this.service.store.documents.get(runStream, runId)?.status === "running";
  }

  #drive(runId: string): void {
    if (!this.#executes || this.#pruning.underWay || !this.#isRunning(runId) || this.isMoving(runId)) return;
    const driver = new Driver(
      this.service,
      runId,
      this.#pool,
      this.setups,
      (point) => this.boundary(point, runId),
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
    else if (run?.status === "running" && this.#executes) this.#reconsider(runId);
    this.#pruning.whenIdle();
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
    if (!this.#executes || this.service.store.commits.halted) return;
    const timer = setTimeout(async () => {
      this.#timers.delete(runId);
      const given = faults >= MAX_FAULTS && await giveUp(this.service, runId, cause).catch(() => false);
      if (!given) this.#drive(runId);
    }, pauseAfter(faults));
    this.#timers.set(runId, timer);
  }
}
