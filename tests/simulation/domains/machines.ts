import type { Random } from "../../recovery/load/random.ts";
import { type Command, type Domain, holds, one, type Read, same } from "../command.ts";
import type { Heard, Machine } from "../machine.ts";
import { Leases } from "./leases.ts";
import type { MachineModel } from "./machine_model.ts";
import { machineCommands } from "./machine_commands.ts";
import { machineFaults } from "./machine_faults.ts";
import { machineWork } from "./machine_work.ts";
import type { Runs } from "./runs.ts";

const HOUR = 60 * 60_000;
/** A token lasts so long after its last use at least. */
const TOKEN = 12 * HOUR;

/** What is shown of a machine. */
type Shown = {
  id: string;
  name: string;
  status: string;
  trust: string[];
  delivered: number;
  doing: { assignmentId: string; runId: string }[];
};

type Row = { assignmentId: string; runId: string; taskSessionId: string | null; outcome: string };

/** Worker machines, which take the tasks of runs, fall silent, come back late and are taken away. */
export class Machines implements Domain {
  readonly all: MachineModel[] = [];
  readonly leases: Leases;
  readonly commands: readonly Command[];
  made = 0;

  constructor(readonly runs: Runs) {
    const { machines } = runs.surroundings;
    this.leases = new Leases(runs, () => machines.elapsed);
    machines.onCut = () => this.leases.cut();
    this.commands = [...machineCommands(this), ...machineWork(this), ...machineFaults(this)];
  }

  /** Those that a person has not sent away. */
  get kept(): MachineModel[] {
    return this.all.filter(({ status }) => status !== "revoked");
  }

  readonly heard: Heard = {
    claimed: (machine, ticket, held, askedAt) => {
      const model = this.of(machine);
      if (
        held !== null && !model.isChanging && (model.status !== "active" || !model.trust.includes("tasks"))
      ) {
        this.leases.wrong.push(`${model.name} is ${model.state}, and has claimed ${ticket.id}`);
      }
      this.used(model);
      this.leases.claimed(machine, ticket, held, askedAt);
    },
    beaten: (held, answer, askedAt) => {
      const model = this.of(held.machine);
      if (answer === 401 || answer === 403) this.refused(model, answer);
      else if (answer !== "unheard") this.used(model);
      this.leases.beaten(held, answer, askedAt);
    },
    refused: (machine, status) => this.refused(this.of(machine), status),
  };

  of(machine: Machine): MachineModel {
    return this.all.find((each) => each.machine === machine)!;
  }

  used(model: MachineModel): void {
    model.usedAt = this.runs.surroundings.now().getTime();
  }

  /** A machine is refused if it was sent away, or if its token has ended. */
  refused(model: MachineModel, status: number): void {
    const isLate = this.runs.surroundings.now().getTime() - model.usedAt > TOKEN;
    const isRight = model.isChanging ||
      (model.status === "revoked" ? status === 403 : isLate && status === 401);
    if (!isRight) this.leases.wrong.push(`${model.name} is ${model.state}, and is answered ${status}`);
  }

  passed(): Promise<void> {
    const { failure } = this.runs.surroundings.machines;
    if (failure !== null) throw failure;
    this.leases.passed();
    return Promise.resolve();
  }

  /** What a backup does not have is not known any more, and machines may be back that were sent away. */
  restored(): void {
    for (const model of this.all) model.machine?.change({ isOff: true });
    this.all.length = 0;
    this.made += 100;
  }

  async look(read: Read, random: Random): Promise<void> {
    await this.#lookAtList(read);
    const model = one(random, this.all.filter(({ id }) => id !== ""));
    if (model !== null) await this.#lookAtLog(read, model);
  }

  lookAtAll = (read: Read) => this.#lookAtList(read);

  async #lookAtList(read: Read): Promise<void> {
    const { items }: { items: Shown[] } = await read("/workers");
    for (const model of this.all) {
      const shown = items.find(({ id }) => id === model.id);
      holds(shown, `the machine ${model.name} is not listed`);
      same([shown.status, shown.trust], [model.status, model.trust], `the machine ${model.name}`);
      const own = this.leases.open.filter(({ held }) => held.machine === model.machine);
      for (const { assignmentId } of shown.doing) {
        const isKnown = own.some(({ id }) => id === assignmentId);
        holds(isKnown, `${model.name} does ${assignmentId}, the model says that it does not any more`);
      }
      for (const lease of own) {
        if (this.leases.stateOf(lease.held) !== "held") continue;
        const isShown = shown.doing.some(({ assignmentId }) => assignmentId === lease.id);
        holds(isShown, `${model.name} has ${lease.id} for ${lease.runId}, and that is not shown`);
      }
    }
  }

  /** Each claim is listed once, and counts as delivered if the machine has said how it ended. */
  async #lookAtLog(read: Read, { id, name, machine }: MachineModel): Promise<void> {
    const { items }: { items: Row[] } = await read(`/workers/${id}/log?limit=1000`);
    const claims = items.map(({ assignmentId }) => assignmentId);
    same(new Set(claims).size, claims.length, `how many claims of ${name} there are`);
    for (const { assignmentId, outcome, runId } of items) {
      const lease = this.leases.all.find((each) => each.id === assignmentId && each.held.machine === machine);
      // One that was not answered any more is not known.
      if (!lease) continue;
      same(runId, lease.runId, `the run of ${assignmentId}`);
      holds(
        outcome !== "delivered" || lease.isSaid,
        `${assignmentId} is delivered, and ${name} has not said how it ended`,
      );
      holds(outcome !== "working" || !lease.isOver, `${name} works on ${assignmentId}, which is over`);
    }
    const { items: machines }: { items: Shown[] } = await read("/workers");
    const delivered = items.filter(({ outcome }) => outcome === "delivered").length;
    same(machines.find((each) => each.id === id)?.delivered, delivered, `how much ${name} has delivered`);
  }
}
