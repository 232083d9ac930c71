import { sha256 } from "../../../store/chain.ts";
import {
  outcomeText,
  sign,
  taskStatementText,
} from "../../../services/workforce/worker_machines/wire/mod.ts";
import { type Answer, type Deed, holds } from "../command.ts";
import type { Held, Machine } from "../machine.ts";
import type { Packed, Written } from "../machine_files.ts";
import type { Machines } from "./machines.ts";

/** What a task writes, as far as its instructions say it in the words of a recipe. */
const CREATE = /create (\S+) with "([^"]*)"/g;

/** Whether a machine can be reached. */
export const isThere = ({ isOff }: Machine): boolean => !isOff;

/** Returns how a request about a lease is judged: 200 while it is held, refused once it is over. */
export function judged(machines: Machines, held: Held, answer: Answer): boolean {
  const model = machines.of(held.machine);
  const { status } = answer;
  const state = machines.leases.stateOf(held);
  const isRefused = status === 400 || status === 401 || status === 403;
  holds(status === 200 || isRefused, `a machine is answered ${status} (${JSON.stringify(answer.body)})`);
  if (status === 401 || status === 403) {
    machines.refused(model, status);
    holds(machines.leases.wrong.length === 0, machines.leases.wrong.join("; "));
  } else if (status === 200) machines.used(model);
  if (state !== "unsure") {
    holds(
      (status === 200) === (state === "held"),
      `${model.name} is answered ${status} (${
        JSON.stringify(answer.body)
      }), the model says that ${held.manifest.assignmentId} is ${state}`,
    );
  }
  return status === 200;
}

/** The state of a task in the coverage: of its lease, and of the network of its machine. */
export const stateOf = (machines: Machines, held: Held): string => {
  const { isTroubled } = held.machine;
  return `${machines.leases.stateOf(held)}${isTroubled ? ", network in trouble" : ""}`;
};

/** The lane of what a machine says about a task. */
export const messagesOf = ({ manifest: { leaseId } }: Held) => `messages-${leaseId}` as const;

/** A request of the machine that has a lease. The main lane is taken while a machine waits for work. */
export const asked = (
  held: Held,
  what: string,
  body: unknown,
  lane: "beat" | `messages-${string}`,
): Deed["asked"] => ({
  method: "POST",
  path: `${held.path}/${what}`,
  body,
  token: null,
  by: () => held.machine.request({ method: "POST", path: `${held.path}/${what}`, body, lane }),
});

/** Says messages about a task, numbered from `first`. */
export const say = (
  { machine, path, manifest: { leaseId } }: Held,
  first: number,
  messages: unknown[],
): Promise<Answer> =>
  machine.request({
    method: "POST",
    path: `${path}/messages`,
    body: { first, messages },
    lane: `messages-${leaseId}`,
  });

/** Sends a heartbeat for the task of a machine, which need not be this one. */
export const beat = (machine: Machine, { path }: Held): Promise<Answer> =>
  machine.request({ method: "POST", path: `${path}/heartbeats`, lane: "beat" });

/** Sends the files that a task made. */
export const put = (
  { machine, path, manifest: { leaseId } }: Held,
  { files, bytes }: Packed,
): Promise<Answer> =>
  machine.request({
    method: "PUT",
    path: `${path}/objects/${files.pack!.sha256}`,
    bytes,
    lane: `objects-${leaseId}`,
  });

/** Returns what a task writes by its instructions. */
export const writtenBy = (instructions: string): Written[] =>
  instructions.matchAll(CREATE).map(([, path = "", content = ""]) => ({ path, content })).toArray();

const DONE = { ok: true as const, summary: "It wrote what was asked for." };
const FAILED = { ok: false as const, reason: "command_failed" as const, detail: "It could not be done." };

/** The signed end of a step: with the files that were made, or that nothing was. */
export async function endMessage(held: Held, packed: Packed | null, fenceOff: number) {
  const { machine, step, manifest: { assignmentId, fence, runId, task: { taskSessionId, start } } } = held;
  const outcome = packed === null ? FAILED : DONE;
  const files = packed?.files ?? { ...start, pack: null };
  const statement = {
    assignmentId,
    fence: fence + fenceOff,
    runId,
    taskSessionId,
    step: step!.step,
    from: start.tree,
    tree: files.tree,
    outcomeSha256: sha256(outcomeText(outcome)),
    confinement: { kind: "bubblewrap" as const, network: false, detail: "in a sandbox" },
  };
  const signature = await sign(machine.identity.keys, taskStatementText(statement));
  return { kind: "ended", outcome, files, statement, signature };
}
