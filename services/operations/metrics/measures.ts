import { idOf, splitStream, type StoredEvent } from "../../../store/event.ts";
import { HandlerIndex, handlersOf } from "../../../store/handlers.ts";
import { runStream } from "../../../store/runs/stream.ts";
import { assignmentStream } from "../../../store/worker_machines/assignment.ts";
import { Durations } from "./exposition.ts";

/** The machine of a verification that the service itself ran. No worker machine can have this name. */
const HERE = "(this machine)";

/** What was counted since the service was started. It does not grow with what is stored. */
export class Measures {
  /** By endpoint. */
  readonly requests = new Map<string, Durations>();
  /** From an offer, or the loss of its lease, to the claim. */
  readonly offerWaits = new Durations();
  leasesLost = 0;
  /** By machine, in seconds. */
  readonly verification = new Map<string, number>();
  /** Since when each open offer waits. */
  readonly waitingSince = new Map<string, number>();

  /** Counts a request. `endpoint` is a route, never an address. */
  request(endpoint: string, milliseconds: number): void {
    const known = this.requests.get(endpoint);
    const durations = known ?? new Durations();
    if (!known) this.requests.set(endpoint, durations);
    durations.observe(milliseconds / 1000);
  }

  /** Counts what an event of the log says. */
  follow(event: StoredEvent): void {
    for (const handle of HANDLERS.of(splitStream(event.stream).kind, event.type)) handle(this, event);
  }

  /** Counts a run of a verifier. */
  verified(machine: string, milliseconds: number): void {
    this.verification.set(machine, (this.verification.get(machine) ?? 0) + milliseconds / 1000);
  }
}

function wait({ waitingSince }: Measures, event: StoredEvent): void {
  waitingSince.set(idOf(event), Date.parse(event.at));
}

const measuresOf = handlersOf<Measures>();

const HANDLERS = new HandlerIndex<Measures>([
  measuresOf(assignmentStream, {
    "assignment.offered": wait,
    "assignment.task_offered": wait,
    "assignment.claimed": ({ waitingSince, offerWaits }, event) => {
      const since = waitingSince.get(idOf(event));
      if (since !== undefined) offerWaits.observe(Math.max(0, Date.parse(event.at) - since) / 1000);
      waitingSince.delete(idOf(event));
    },
    "assignment.lost": (measures, event) => {
      measures.leasesLost += 1;
      wait(measures, event);
    },
    "assignment.delivered": (measures, { data }) =>
      measures.verified(data.name, data.statement.durationMilliseconds),
    "assignment.ended": ({ waitingSince }, event) => void waitingSince.delete(idOf(event)),
  }),
  measuresOf(runStream, {
    "evaluation.completed": (measures, { data: { reportedBy, durationMilliseconds } }) => {
      if (!reportedBy && durationMilliseconds !== undefined) measures.verified(HERE, durationMilliseconds);
    },
  }),
]);
