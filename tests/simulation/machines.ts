import { BodyReader } from "../../routes/body_reader.ts";
import { workerDoor } from "../../routes/worker_door/app.ts";
import type { Send } from "../../services/execution/worker_program/mod.ts";
import type { Service } from "../../services/parts.ts";
import type { Random } from "../recovery/load/random.ts";
import { holds } from "./command.ts";
import type { Machine } from "./machine.ts";
import { MachineFiles } from "./machine_files.ts";
import type { SimulatedNetwork } from "./network.ts";

/** A process of the service, as worker machines reach it. */
type Process = { service: Service; door: (request: Request) => Promise<Response>; ended: AbortController };

const WAYS = ["well", "unreached", "answer lost", "twice", "late"] as const;
/** Where a machine waits for work. */
const ASKING = "/worker/tickets";
const LATE_MILLISECONDS = 4_000;
/** What a request that comes twice is answered the second time. */
const REFUSED: readonly number[] = [400, 401, 403];

/** Whether a task's last messages, which ended its lease, may have been received again. */
export const mayBeLast = (url: string, status: number): boolean =>
  status === 200 && url.endsWith("/messages");

/** The service was stopped or killed while a machine waited for its answer. */
export class DoorClosed extends Error {}

/** The service has received a request, and its answer was lost on the way. */
export class AnswerLost extends TypeError {
  constructor(readonly answer: Response) {
    super("the answer was lost");
  }
}

/** The worker machines of a world, and the way between each of them and the service. */
export class SimulatedMachines {
  readonly all: Machine[] = [];
  readonly files: MachineFiles;
  /** Called when the process that they were connected to has ended. */
  onCut = () => {};
  /** Called when a machine is given a step of an assignment. */
  onStep: (assignmentId: string) => void = () => {};
  /** What went wrong while nobody waited for it. */
  failure: unknown = null;
  /** How many of them wait for time to pass. */
  resting = 0;
  /** How many answers are on their way until time has passed. */
  late = 0;
  #process: Process | null = null;
  #talking = 0;

  constructor(readonly network: SimulatedNetwork, readonly random: Random, root: string) {
    this.files = new MachineFiles(root);
  }

  /** Whether something is said that does not wait for time to pass. */
  get isTalking(): boolean {
    return this.#talking > 0;
  }

  /** How many wait for time to pass because of them, here and in the service. */
  get waiting(): number {
    const leases = this.#process?.service.machines.leases.size ?? 0;
    return this.resting + leases + this.all.filter(({ isAsking }) => isAsking).length;
  }

  /** Milliseconds on a clock that is never set. */
  get elapsed(): number {
    return this.network.clocks.readClocks().elapsed;
  }

  /** They reach a process of the service, and go on with what they did. */
  connect(service: Service): void {
    const ended = new AbortController();
    this.#process = { service, door: workerDoor(service, new BodyReader()), ended };
    const { machines } = service;
    const { onIdle } = machines;
    // Who asks for work has said so, and waits.
    machines.onIdle = () => {
      onIdle();
      if (!ended.signal.aborted) this.#talking--;
    };
    this.#watchSteps(machines.leases);
    for (const machine of this.all) machine.begin(ended.signal);
  }

  #watchSteps(leases: Service["machines"]["leases"]): void {
    const add = leases.add.bind(leases);
    leases.add = (lease) => {
      const send = lease.link.send.bind(lease.link);
      lease.link.send = (message) => {
        if (message.kind === "perform") this.onStep(lease.offer.id);
        send(message);
      };
      add(lease);
    };
  }

  /** A machine that was enrolled begins to work. */
  add(machine: Machine): void {
    this.all.push(machine);
    if (this.#process) machine.begin(this.#process.ended.signal);
  }

  fail(cause: unknown): void {
    this.failure ??= cause;
  }

  cut(): void {
    this.#process?.ended.abort(new DoorClosed("The process has ended."));
    this.#process = null;
    this.#talking = 0;
    this.onCut();
  }

  /** Talks to the service, which is not quiet meanwhile; whoever waited for work is known to be heard by then. */
  async talk<Said>(work: () => Promise<Said>, hasWaited = () => false): Promise<Said> {
    const process = this.#process;
    if (!process) throw new DoorClosed("The service is not running.");
    this.#talking++;
    try {
      return await work();
    } finally {
      if (this.#process === process && !hasWaited()) this.#talking--;
    }
  }

  /** Waits until time has passed. */
  async rest(milliseconds: number, signal: AbortSignal): Promise<void> {
    this.resting++;
    await this.network.clocks.pause(milliseconds, signal).finally(() => this.resting--);
  }

  /** Takes a request of a machine to the service and the answer back, as the network has it. */
  carryFor = (machine: Machine): Send => async (url, init) => {
    const process = this.#process;
    if (!process) throw new DoorClosed("The service is not running.");
    const { ended: { signal } } = process;
    const way = machine.isTroubled && this.random.next() < 0.4 ? this.random.pick(WAYS) : "well";
    if (way === "unreached") throw new TypeError("unreached");
    machine.last = { url, init };
    const answer = await this.#answer(process, url, init);
    if (answer.ok && url.endsWith(ASKING)) machine.hasWaited = true;
    if (way === "twice") {
      const { status } = await this.#answer(process, url, init);
      const isOpen = url.endsWith("/worker/door") || url.endsWith("/worker/enrolments");
      holds(
        isOpen || REFUSED.includes(status) || mayBeLast(url, status),
        `a request that came twice is answered ${status} then: ${url}`,
      );
    }
    if (way === "late" && !url.endsWith(ASKING)) {
      this.network.waiting++;
      this.late++;
      await this.network.clocks.pause(LATE_MILLISECONDS, signal).finally(() => {
        this.network.waiting--;
        this.late--;
      });
    }
    if (way === "answer lost") throw new AnswerLost(answer);
    return answer;
  };

  /** Sends a request as it was sent before. Gives the status of the answer. */
  async repeat(url: string, init: RequestInit): Promise<number> {
    const process = this.#process;
    if (!process) throw new DoorClosed("The service is not running.");
    return (await this.#answer(process, url, init)).status;
  }

  async #answer({ door, ended: { signal } }: Process, url: string, init: RequestInit): Promise<Response> {
    const { promise, reject } = Promise.withResolvers<never>();
    const end = () => reject(signal.reason);
    signal.throwIfAborted();
    signal.addEventListener("abort", end, { once: true });
    try {
      const response = await Promise.race([door(new Request(url, init)), promise]);
      const bytes = await response.bytes();
      return new Response(bytes, { status: response.status, headers: response.headers });
    } finally {
      signal.removeEventListener("abort", end);
    }
  }
}
