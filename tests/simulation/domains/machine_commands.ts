import type { Random } from "../../recovery/load/random.ts";
import { Random as Numbers } from "../../recovery/load/random.ts";
import { Machine } from "../machine.ts";
import { answered, type Command, type Deed, one, type Read, same } from "../command.ts";
import { MOST_LOSSES } from "./leases.ts";
import { MachineModel } from "./machine_model.ts";
import type { Machines } from "./machines.ts";

const HOUR = 60 * 60_000;
/** So many machines are there at most. */
const MOST = 3;

/** A person invites machines, trusts them, drains them and sends them away; they go off and come back. */
export const machineCommands = (machines: Machines): Command[] => [
  { name: "invite a machine", weight: 6, plan: (random) => invite(machines, random) },
  { name: "enrol a machine", weight: 8, plan: (random) => enrol(machines, random) },
  { name: "trust a machine", weight: 0.7, plan: (random) => trust(machines, random) },
  { name: "drain a machine", weight: 0.5, plan: (random) => drain(machines, random, "drain") },
  { name: "let a machine work again", weight: 1, plan: (random) => drain(machines, random, "resume") },
  { name: "revoke a machine", weight: 1, plan: (random) => revoke(machines, random) },
  { name: "retry what machines failed", weight: 3, plan: (random, read) => retry(machines, random, read) },
  { name: "a machine goes off or comes back", weight: 2, plan: (random) => switchOff(machines, random) },
];

function invite(machines: Machines, random: Random): Deed | null {
  if (machines.kept.length >= MOST) return null;
  const trusted = random.next() < 0.85 ? ["tasks"] : [];
  const model = new MachineModel(`w${++machines.made}`, trusted);
  return {
    state: trusted.length > 0 ? "trusted" : "not trusted",
    asked: { method: "POST", path: "/workers", body: { name: model.name, trust: trusted } },
    // Its code is shown once.
    isAnswered: true,
    judge: (answer, repeated) => {
      if (repeated && answer.status === 400) return;
      answered(answer, 201);
      model.id = answer.body.machine.id;
      model.code = answer.body.code;
      model.invitedUntil = machines.runs.surroundings.now().getTime() + HOUR;
      machines.all.push(model);
    },
  };
}

function enrol(machines: Machines, random: Random): Deed | null {
  const { now, machines: around } = machines.runs.surroundings;
  const fresh = machines.all.filter(({ code, status }) => code !== null && status === "invited");
  const model = one(random, random.next() < 0.9 ? fresh : machines.all.filter(({ code }) => code !== null));
  if (model === null) return null;
  const isLate = now().getTime() > model.invitedUntil;
  const isFresh = model.status === "invited";
  const numbers = new Numbers(random.between(1, 2 ** 31));
  let machine: Machine | null = null;
  return {
    state: isFresh ? isLate ? "late" : "invited" : model.status,
    asked: {
      method: "POST",
      path: "/worker/enrolments",
      token: null,
      by: () =>
        Machine.enrol(model.code!, around, numbers, machines.heard).then((enrolled) => {
          machine = enrolled;
          return { status: 200, body: {} };
        }, refusedAs),
    },
    judge: (answer, repeated) => {
      // A code is exchanged once: whoever was killed meanwhile is invited anew.
      if (repeated && answer.status === 403 && isFresh && !isLate) return void (model.status = "active");
      answered(answer, isFresh && !isLate ? 200 : 403);
      if (machine === null) return;
      model.status = "active";
      model.machine = machine;
      machines.used(model);
      around.add(machine);
    },
  };
}

/** What refuses a request of a machine. */
function refusedAs(cause: unknown) {
  if (!(cause instanceof Error && "status" in cause && typeof cause.status === "number")) throw cause;
  return { status: cause.status, body: { error: cause.message } };
}

function trust(machines: Machines, random: Random): Deed | null {
  const model = one(random, random.next() < 0.95 ? machines.kept : machines.all);
  if (model === null) return null;
  const trusted = model.trust.length === 0 || random.next() < 0.5 ? ["tasks"] : [];
  return {
    state: `${model.state}, for ${trusted.join() || "nothing"}`,
    asked: { method: "POST", path: `/workers/${model.id}/trust`, body: { for: trusted } },
    before: changing(model),
    judge: (answer) => {
      model.isChanging = false;
      if (model.status === "revoked") return answered(answer, 400);
      answered(answer, 200);
      model.trust = trusted;
      same(answer.body.trust, trusted, `what ${model.name} is trusted with`);
      if (trusted.length === 0) loseAll(machines, model);
    },
  };
}

function drain(machines: Machines, random: Random, name: "drain" | "resume"): Deed | null {
  const wanted = machines.kept.filter(({ status }) => (status === "draining") === (name === "resume"));
  const model = one(random, random.next() < 0.9 ? wanted : machines.all);
  if (model === null) return null;
  return {
    state: model.state,
    asked: { method: "POST", path: `/workers/${model.id}/${name}` },
    before: changing(model),
    judge: (answer) => {
      model.isChanging = false;
      const isThere = model.status === "active" || model.status === "draining";
      answered(answer, isThere ? 200 : 400);
      if (isThere) model.status = name === "drain" ? "draining" : "active";
    },
  };
}

function revoke(machines: Machines, random: Random): Deed | null {
  // One whose code or token has ended, or whose answer was lost, is of no use any more.
  const now = machines.runs.surroundings.now().getTime();
  const useless = machines.kept.filter(({ status, machine, invitedUntil }) =>
    status === "invited" ? invitedUntil < now : machine === null || machine.isRefused
  );
  const model = one(random, useless) ?? (random.next() < 0.3 ? one(random, machines.all) : null);
  if (model === null) return null;
  return {
    state: model.state,
    asked: { method: "POST", path: `/workers/${model.id}/revoke`, body: {} },
    before: changing(model),
    judge: (answer) => {
      model.isChanging = false;
      answered(answer, 200);
      same(answer.body.status, "revoked", model.name);
      loseAll(machines, model);
      model.status = "revoked";
    },
  };
}

/** What it does until there is an answer may be done before or after that. */
const changing = (model: MachineModel) => () => {
  model.isChanging = true;
  return Promise.resolve();
};

/** Everything is taken from a machine. */
function loseAll({ leases }: Machines, { machine }: MachineModel): void {
  for (const lease of leases.all) if (lease.held.machine === machine) leases.lose(lease);
}

/** A task that a machine could not do, or with which several were lost, is a person's. */
async function retry({ runs }: Machines, random: Random, read: Read): Promise<Deed | null> {
  const failed = runs.kept.filter(({ status, hasFailedThere, mayBeLost }) =>
    status === "waiting" && (hasFailedThere || mayBeLost >= MOST_LOSSES)
  );
  const run = await runs.seen(read, one(random, failed));
  if (run?.status !== "waiting") return null;
  const { tasks }: { tasks: { taskId: string; status: string; statusReason?: string }[] } = await read(
    `/runs/${run.id}`,
  );
  const task = tasks.find(({ status }) => status === "failed");
  return !task ? null : {
    state: task.statusReason ?? "failed",
    asked: { method: "POST", path: `/runs/${run.id}/task-cards/${task.taskId}/retry`, body: {} },
    isAnswered: true,
    judge: (answer) => {
      answered(answer, 200);
      run.losses = run.mayBeLost = 0;
      run.hasFailedThere = false;
    },
    after: (read) => runs.lookAt(read, run),
  };
}

function switchOff(machines: Machines, random: Random): Deed | null {
  const model = one(random, machines.kept.filter(({ machine }) => machine !== null));
  if (model === null) return null;
  const machine = model.machine!;
  const isOff = !machine.isOff && random.next() < 0.3;
  const isTroubled = !isOff && random.next() < 0.4;
  return {
    state: `${model.state}${machine.held === null ? "" : ", working"}, ${
      isOff ? "goes off" : isTroubled ? "network gets bad" : "is well"
    }`,
    asked: { method: "GET", path: "/workers" },
    judge: (answer) => {
      answered(answer, 200);
      machine.change({ isOff, isTroubled });
    },
  };
}
