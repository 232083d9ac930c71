import { Executor } from "../../services/execution/executor/executor.ts";
import { builtinWorker } from "../../services/workforce/recipes/worker.ts";
import { Harness, OPERATOR } from "../harness.ts";
import { DOOR } from "../worker_machines/machine.ts";
import { type Answer, type Asked, holds, within } from "./command.ts";
import { Random } from "../recovery/load/random.ts";
import { SimulatedClocks, startBy } from "./clocks.ts";
import { Disk, type Kept } from "./disk.ts";
import { SimulatedMachines } from "./machines.ts";
import { SimulatedMail } from "./mail.ts";
import { SimulatedNetwork, waysBy } from "./network.ts";
import { ParsersWithin } from "./parsers.ts";
import { SimulatedPrograms } from "./programs.ts";
import { solver } from "./solver.ts";
import { Work } from "./work.ts";

/** Turns of the event loop without an event after which nothing more happens by itself. */
const QUIET_TURNS = 4;
/** After so long the service has noticed that the clock was set. */
const NOTICED = 31_000;
/** Turns of the event loop in which a second passes for a request that waits for a server. */
const TURNS_PER_SECOND = 8;
/** Turns after which a request waits for git or another process, which has the processor meanwhile. */
const OWN_TURNS = 64;
/** Milliseconds of this machine after which what should have happened by itself has not. */
const PATIENCE = 20_000;
/** Seconds that pass for a run that does nothing, because a task that failed unexpectedly is tried again after a pause. */
const MOST_SECONDS = 12;
/** Milliseconds of this machine after which a run that does nothing is taken to wait for that. */
const UNTIL_RETRY = 300;
/** Milliseconds of this machine for what the clock of the service has begun. */
const CLOCK_PATIENCE = 2_000;
/** Of so many seeds one has parsers in processes of their own, as they are outside. */
const WITHOUT_PROCESSES = 10;

/** A service, and the machine, clocks, repository and servers around it, of which nothing is real but git and SQLite. */
export class World implements AsyncDisposable {
  readonly clocks: SimulatedClocks;
  readonly network: SimulatedNetwork;
  readonly programs: SimulatedPrograms;
  readonly mail: SimulatedMail;
  readonly machines: SimulatedMachines;
  readonly disk = new Disk();
  readonly work = new Work();
  kills = 0;
  /** Called at the moment of a kill, with the disk as it is left. */
  onKill = () => {};
  #harness: Harness | null = null;
  readonly #random: Random;
  readonly #parsers: ParsersWithin | null;

  private constructor(seed: number) {
    this.#random = new Random(seed);
    this.#parsers = seed % WITHOUT_PROCESSES === 0 ? null : new ParsersWithin();
    this.clocks = new SimulatedClocks(startBy(seed));
    this.network = new SimulatedNetwork(this.clocks, waysBy(new Random(seed + 1)));
    const boundary = (point: string) => this.work.gates.boundary(point);
    this.programs = new SimulatedPrograms(this.network, boundary);
    this.mail = new SimulatedMail(this.network, boundary);
    this.machines = new SimulatedMachines(this.network, new Random(seed + 2), this.disk.root);
    this.machines.onStep = (assignmentId) => this.work.begun(assignmentId);
  }

  static async open(seed: number): Promise<World> {
    const world = new World(seed);
    await world.#start();
    return world;
  }

  get service(): Harness {
    if (this.#harness === null) throw new Error("The service is not running.");
    return this.#harness;
  }

  get isRunning(): boolean {
    return this.#harness !== null;
  }

  /** Sends a request and gives its answer; null if the service was killed before it. */
  async ask(
    { method, path, body, token = OPERATOR, headers = {}, by, through }: Asked,
  ): Promise<Answer | null> {
    const { service, work: { gates } } = this;
    let answer: Answer | null = null;
    gates.through = through ?? null;
    if (through !== undefined) gates.open(through);
    let failure: unknown = null;
    const asking = (by?.() ?? this.#send(service, { method, path, body, token, headers })).then((given) => {
      answer = given;
    });
    asking.catch((cause) => failure = cause);
    const patience = performance.now() + PATIENCE;
    for (let turns = 0; answer === null && !gates.isAtCrash; turns++) {
      if (failure !== null) throw failure;
      holds(performance.now() < patience, `${method} ${path} is not answered in ${PATIENCE / 1000} s`);
      await Promise.race([asking, turns < OWN_TURNS ? turn() : moment()]);
      gates.openEnded();
      // What waits for a server waits until time passes. Who only reads does not wait.
      const isWaiting = this.network.waiting > 0 || this.programs.waiting > 0;
      if (method !== "GET" && isWaiting && turns % TURNS_PER_SECOND === 0) {
        this.clocks.pass(1_000);
      }
    }
    gates.through = null;
    return answer;
  }

  /** Sends a request and kills the service after so many turns of its event loop, without waiting for the answer. */
  async askAndKill(
    { method, path, body, token = OPERATOR, headers = {}, by }: Asked,
    turns: number,
  ): Promise<void> {
    (by?.() ?? this.#send(this.service, { method, path, body, token, headers })).catch(() => {});
    for (let i = 0; i < turns; i++) await turn();
    await this.kill();
  }

  /** Lets time pass, and everything happen that it brings. */
  async pass(milliseconds: number): Promise<void> {
    for (let left = milliseconds; left > 0;) {
      left = this.clocks.pass(left);
      await this.idle();
    }
  }

  /** Lets the run that is held go on to its next step, or to where it rests. False if none is held. */
  async step(): Promise<boolean> {
    const { gates } = this.work;
    const [runId] = gates.held;
    if (runId === undefined) return false;
    gates.open(runId);
    await this.idle();
    return true;
  }

  /** Resolves when nothing more happens by itself, unless the service is to be killed. */
  async idle(): Promise<void> {
    const { service, work, machines } = this;
    const { gates } = work;
    const patience = performance.now() + PATIENCE;
    let [seconds, moved] = [0, { head: -1, at: 0 }];
    for (let quiet = 0; quiet < QUIET_TURNS && !gates.isAtCrash;) {
      const { head } = service.store;
      if (head !== moved.head || work.stuck.length === 0) moved = { head, at: performance.now() };
      if (performance.now() > moved.at + UNTIL_RETRY && seconds < MOST_SECONDS) {
        seconds++;
        this.clocks.pass(1_000);
        moved = { head, at: performance.now() };
      }
      const { isTalking } = this.mail;
      const isMoving = work.isMoving || isTalking || machines.isTalking;
      const movement = isTalking
        ? "a mail is handed over"
        : machines.isTalking
        ? "a worker machine talks"
        : work.movement;
      holds(!isMoving || performance.now() < patience, `${movement} for ${PATIENCE / 1000} s`);
      await (isMoving ? moment() : turn());
      gates.openEnded();
      if (this.programs.waiting + machines.late > 0) this.clocks.pass(1_000);
      // Besides the clock of the service, only requests and programs that wait for time to pass sleep.
      const isAsleep = this.clocks.sleeping > this.network.waiting + this.programs.waiting + machines.waiting;
      const isQuiet = service.store.head === head && isAsleep;
      quiet = isQuiet && !isMoving ? quiet + 1 : 0;
      if (quiet !== 1) continue;
      await service.service.backups.idle();
      await this.#idleClock();
      if (service.store.head !== head) quiet = 0;
    }
  }

  /** Waits for what the clock of the service has begun, unless that waits for time to pass or for the simulation. */
  async #idleClock(): Promise<void> {
    const { service, network, programs, work: { gates } } = this;
    let isIdle = false;
    const idle = service.composition.clock.idle().then(() => {
      isIdle = true;
    });
    const patience = performance.now() + CLOCK_PATIENCE;
    const isHeld = () => network.waiting + programs.waiting > 0 || gates.isInside || gates.isAtCrash;
    for (let turns = 0; !isIdle && !isHeld() && performance.now() < patience; turns++) {
      await Promise.race([idle, turns < OWN_TURNS ? turn() : moment()]);
    }
  }

  /** Ends the service as a kill does, with what is on disk at this moment, and starts it again. */
  async kill(): Promise<void> {
    await this.#goOnWith(this.disk.keep());
  }

  /** Ends the service as a kill does, and goes on with what a backup restores. */
  async restore(backup: string): Promise<void> {
    await this.#goOnWith(await this.disk.restore(backup));
  }

  async #goOnWith(kept: Kept): Promise<void> {
    this.kills++;
    this.onKill();
    await this.#stop();
    this.disk.putBack(kept);
    await this.#start();
  }

  /** The wall clock goes on by so much at once, or back. The service is off meanwhile, or notices it soon. */
  async jump(how: "set" | "asleep" | "off", milliseconds: number): Promise<void> {
    if (how === "off") await this.#stop();
    if (how === "asleep") this.clocks.sleep(milliseconds);
    else this.clocks.set(milliseconds);
    if (how === "off") await this.#start();
    await this.pass(NOTICED);
  }

  async maintain(): Promise<void> {
    await this.service.composition.maintenance.runOnce();
    await this.idle();
  }

  /** Stops the service in order and starts it again. */
  async restart(): Promise<void> {
    await this.#stop();
    await this.#start();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (this.#harness !== null) await this.#stop();
    this.#parsers?.[Symbol.dispose]();
    this.disk[Symbol.dispose]();
  }

  async #start(): Promise<void> {
    const opening = Harness.open({
      workers: 1,
      availableWorkers: [builtinWorker, solver],
      // Its runs go on before it has started.
      early: (opened) => {
        this.#harness = opened;
        this.work.of(opened);
        return Promise.resolve();
      },
      now: this.clocks.now,
      readClocks: this.clocks.readClocks,
      pause: this.clocks.pause,
      startClock: true,
      boundary: (point, runId) => this.work.gates.boundary(point, runId),
      network: { ...this.network.connect(), mail: this.mail.connect() },
      runConnector: this.programs.connect(),
      workerDoor: DOOR,
      random: () => this.#random.next(),
      randomBytes: (bytes) => {
        for (const index of bytes.keys()) bytes[index] = this.#random.between(0, 255);
      },
    }, this.disk.storage);
    const { service: started } = await within(PATIENCE, opening, "the service does not start");
    this.machines.connect(started);
    await this.idle();
  }

  async #stop(): Promise<void> {
    this.network.cut();
    this.programs.cut();
    this.mail.cut();
    this.machines.cut();
    const { service } = this;
    this.#harness = null;
    // Runs stop where they are held. If they went on until the executor is closed, git would decide how far they come.
    const { execution } = service.service;
    const stopping = execution instanceof Executor ? execution.stop() : Promise.resolve();
    this.work.gates.openAll();
    await within(PATIENCE, stopping, "runs do not stop");
    await within(PATIENCE, service.close(), "the service does not stop");
    this.work.of(null);
  }

  async #send(
    service: Harness,
    { method, path, body, token, headers }: Required<Omit<Asked, "through" | "by">>,
  ) {
    const type = body === undefined ? {} : { "content-type": "application/json" };
    const init = { method, headers: { ...type, ...headers }, body: JSON.stringify(body) ?? null };
    const response = await service.send(path, init, token);
    return { status: response.status, body: await response.json() };
  }
}

/** Resolves after one turn of the event loop; `moment` after one in which other processes can work. */
const turn = () => new Promise<void>((resolve) => setImmediate(resolve));
const moment = () => new Promise<void>((resolve) => setTimeout(resolve, 1));
