import { sessionsOf } from "../../services/control/lifecycle/sessions.ts";
import { approvalStream } from "../../store/approvals/stream.ts";
import { runStream } from "../../store/runs/stream.ts";
import { assignmentStream } from "../../store/worker_machines/assignment.ts";
import type { Harness } from "../harness.ts";
import { Gates } from "./gates.ts";

/** What the executor has to do when the log ends at `head`. */
type Open = {
  head: number;
  running: readonly string[];
  /** Those of them that work here: nothing of the others goes on until a worker machine says something, or time passes. */
  here: readonly string[];
  waiting: readonly string[];
  isQueued: boolean;
};

/** What the executor of a service is at, and how far it may go. */
export class Work {
  gates = this.#newGates();
  #service: Harness | null = null;
  /** The runs that may still be at work. */
  readonly #begun = new Set<string>();
  #known: Open | null = null;
  /** How many steps of an assignment a machine was given, and has not said the end of. */
  readonly #steps = new Map<string, number>();

  /** Watches another service, or none. */
  of(service: Harness | null): void {
    this.#service = service;
    this.#begun.clear();
    this.#steps.clear();
    this.#known = null;
    if (service === null) this.gates = this.#newGates();
  }

  /** The runs that are to be executed, and that nothing works on; while one is held inside a step, others wait for its slot. */
  get stuck(): readonly string[] {
    if (this.gates.isInside) return [];
    return this.#open().here.filter((id) => !this.gates.isHeld(id));
  }

  /** A machine is given a step of an assignment, such as guidance after an earlier one. */
  begun(assignmentId: string): void {
    this.#count(assignmentId, 1);
  }

  /** A machine has said how a step of an assignment ended, so that the run goes on here unless there is another one. */
  ended(assignmentId: string): void {
    this.#count(assignmentId, -1);
  }

  #count(assignmentId: string, by: 1 | -1): void {
    this.#steps.set(assignmentId, (this.#steps.get(assignmentId) ?? 0) + by);
    this.#known = null;
  }

  /** Whether a run is at work, or is to begin. */
  get isMoving(): boolean {
    const { running, here, isQueued } = this.#open();
    if (this.#service === null) return false;
    const { execution } = this.#service.service;
    if (this.stuck.length > 0) return true;
    for (const id of this.#begun) {
      if (running.includes(id) || this.#rests(id) || this.#waitsForSlot(id) || this.gates.isHeld(id)) {
        continue;
      }
      if (execution.isMoving(id)) return true;
      this.#begun.delete(id);
    }
    return here.length === 0 && !this.#isOffered() && this.gates.held.length === 0 &&
      (isQueued || execution.slots().busy > 0);
  }

  /** What is under way, or is to begin, in words. */
  get movement(): string {
    const { running, isQueued } = this.#open();
    const [stuck] = this.stuck;
    if (stuck !== undefined) return `the run ${stuck} is running, and nothing has worked on it`;
    if (running.length === 0 && isQueued) return "a run is queued, and none has begun";
    return "a run that has ended is still worked on";
  }

  /** Whether a run waits for a person, and a worker of it, too. The question of a node has no worker. */
  #rests(id: string): boolean {
    const { documents } = this.#service!.store;
    const { status, waitingFor } = documents.get(runStream, id) ?? {};
    if (status !== "waiting" || waitingFor?.kind !== "approval") return false;
    return documents.find(approvalStream, { runId: id }, { limit: 1000 })
      .some(({ status, permissionKey, subject }) =>
        status === "pending" && permissionKey !== undefined && !subject
      );
  }

  /** Whether a task session of a run needs the slot of the run that is held inside a step. */
  #waitsForSlot(id: string): boolean {
    const sessions = this.gates.isInside ? sessionsOf(this.#service!, id) : [];
    return sessions.some(({ status }) => status === "planned" || status === "queued");
  }

  #newGates(): Gates {
    return new Gates(() => this.#open().here, () => this.#resting());
  }

  /** The runs that wait, although something still works on them. */
  #resting(): readonly string[] {
    const isMoving = (id: string) => this.#service?.service.execution.isMoving(id) && !this.#rests(id);
    return this.#open().waiting.filter(isMoving);
  }

  /** Which runs are executed, and whether one is queued, as of what is recorded now. */
  #open(): Open {
    if (this.#service === null) return { head: -1, running: [], here: [], waiting: [], isQueued: false };
    const { store } = this.#service;
    if (this.#known?.head === store.head) return this.#known;
    const found = (status: string, limit: number) =>
      store.documents.find(runStream, { archivedAt: null, status }, { limit }).map(({ id }) => id);
    const [running, waiting] = [found("running", 100), found("waiting", 1000)];
    for (const id of running) this.#begun.add(id);
    const isQueued = found("queued", 1).length > 0;
    const elsewhere = this.#elsewhere();
    const here = running.filter((id) => !elsewhere.has(id));
    return this.#known = { head: store.head, running, here, waiting, isQueued };
  }

  /** Whether a run waits for a machine that takes its task; nothing else begins until it has a slot here or there. */
  #isOffered(): boolean {
    return this.#assignments("offered").length > 0;
  }

  /** The runs whose task a machine has or may take, and that wait for that. */
  #elsewhere(): Set<string | undefined> {
    const open = [...this.#assignments("offered"), ...this.#assignments("claimed")];
    return new Set(open.filter(({ id }) => this.#steps.get(id) !== 0).map(({ runId }) => runId));
  }

  #assignments(status: "offered" | "claimed") {
    return this.#service!.store.documents.find(assignmentStream, { status }, { limit: 1000 });
  }
}
