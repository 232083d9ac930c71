import { sha256 } from "../../../store/chain.ts";
import {
  outcomeText,
  sign,
  taskStatementText,
} from "../../../services/workforce/worker_machines/wire/mod.ts";
import type { Random } from "../../recovery/load/random.ts";
import { type Answer, type Command, type Deed, holds, one } from "../command.ts";
import type { Held, Machine } from "../machine.ts";
import type { Packed, Written } from "../machine_files.ts";
import type { Machines } from "./machines.ts";

/** What a task writes, as far as its instructions say it in the words of a recipe. */
const CREATE = /create (\S+) with "([^"]*)"/g;

/** Machines say what they made, also late, twice, or of what another one has. */
export const machineWork = (machines: Machines): Command[] => [
  { name: "a machine goes on", weight: 9, plan: (random) => goOn(machines, random) },
  { name: "a machine says it again", weight: 1.5, plan: (random) => sayAgain(machines, random) },
  { name: "a machine says it late", weight: 2.5, plan: (random) => sayLate(machines, random) },
  { name: "a machine meddles", weight: 1.5, plan: (random) => meddle(machines, random) },
  { name: "a ticket is used again", weight: 1.5, plan: (random) => claimAgain(machines, random) },
  { name: "a request comes again", weight: 1, plan: (random) => comeAgain(machines, random) },
];

const isThere = ({ isOff }: Machine): boolean => !isOff;

/** The next thing that a machine does with its task: it makes the files, or says how it ended. */
function goOn(machines: Machines, random: Random): Deed | null | Promise<Deed> {
  const working = machines.all.flatMap(({ machine }) => machine?.held ?? []);
  const held = one(random, working.filter(({ machine }) => isThere(machine)));
  if (held === null) return null;
  if (held.step === null) return readOn(machines, held);
  const dice = random.next();
  if (dice < 0.05) return giveBack(machines, held);
  if (dice < 0.08) return unprepared(machines, held);
  return end(machines, held, dice < 0.12 ? "failed" : dice < 0.18 ? "wrong" : "done");
}

/** Returns how a request about a lease is judged: 200 while it is held, refused once it is over. */
function judged(machines: Machines, held: Held, answer: Answer): boolean {
  const model = machines.of(held.machine);
  const { status } = answer;
  const state = machines.leases.stateOf(held);
  const isRefused = status === 400 || status === 401 || status === 403;
  holds(status === 200 || isRefused, `a machine is answered ${status} (${JSON.stringify(answer.body)})`);
  if (status === 401 || status === 403) {
    machines.refused(model, status);
    holds(machines.leases.wrong.length === 0, machines.leases.wrong.join("; "));
  } else machines.used(model);
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

const stateOf = (machines: Machines, held: Held): string => {
  const { isTroubled } = held.machine;
  return `${machines.leases.stateOf(held)}${isTroubled ? ", network in trouble" : ""}`;
};

/** Whether there is something else to do, such as guidance, or nothing any more. */
function readOn(machines: Machines, held: Held): Deed {
  return {
    state: `reads on, ${stateOf(machines, held)}`,
    asked: {
      method: "POST",
      path: `${held.path}/inbox`,
      token: null,
      by: async () => ({ status: await held.machine.readInbox(held), body: {} }),
    },
    mayRecord: true,
    judge: (answer) => {
      if (!judged(machines, held, answer)) held.machine.drop(held);
    },
  };
}

function giveBack(machines: Machines, held: Held): Deed {
  return {
    state: `gives it back, ${stateOf(machines, held)}`,
    asked: asked(held, "delivery", { notDone: "It cannot be done here." }, "beat"),
    mayRecord: true,
    judge: (answer) => {
      if (judged(machines, held, answer)) machines.leases.lose(machines.leases.of(held));
      held.machine.drop(held);
    },
  };
}

function unprepared(machines: Machines, held: Held): Deed {
  const message = { kind: "unprepared", reason: "command_failed", detail: "The setup failed." };
  return {
    state: `is not prepared, ${stateOf(machines, held)}`,
    asked: asked(held, "messages", { first: held.sent + 1, messages: [message] }, messagesOf(held)),
    mayRecord: true,
    judge: (answer) => {
      if (judged(machines, held, answer)) ended(machines, held, true);
      else held.machine.drop(held);
    },
  };
}

/** A machine has said how its task ended. */
function ended(machines: Machines, held: Held, hasFailed: boolean): void {
  const { runs, leases } = machines;
  held.sent++;
  held.step = null;
  leases.of(held).isSaid = true;
  runs.surroundings.ended(held.manifest.assignmentId);
  const run = runs.all.find(({ id }) => id === held.manifest.runId);
  if (hasFailed && run) run.hasFailedThere = true;
}

/** What it says of the files that it made, signed. */
async function end(machines: Machines, held: Held, how: "done" | "failed" | "wrong"): Promise<Deed> {
  const { files } = machines.runs.surroundings.machines;
  const { manifest: { task: { start } }, step } = held;
  const written = writtenBy(step!.instructions);
  const isThereAlready = written.some(({ path }) => files.has(start, path));
  const hasFailed = how === "failed" || isThereAlready || written.length === 0;
  const packed = hasFailed ? null : files.pack(start, written, held.manifest.assignmentId);
  const message = await endMessage(held, packed, how === "wrong" ? 1 : 0);
  const first = held.sent + 1;
  let refusedPart: Answer | null = null;
  return {
    state: `says ${
      hasFailed ? "that it failed" : how === "wrong" ? "it with a wrong fence" : "what it made"
    }, ${stateOf(machines, held)}`,
    asked: {
      ...asked(held, "messages", { first, messages: [message] }, messagesOf(held)),
      by: async () => {
        if (packed !== null) {
          const part = await put(held, packed);
          if (part.status !== 200) return refusedPart = part;
        }
        return await say(held, first, [message]);
      },
    },
    mayRecord: true,
    judge: (answer) => {
      if (how === "wrong" && !hasFailed && answer.status === 400 && refusedPart === null) {
        machines.used(machines.of(held.machine));
        return;
      }
      if (how === "wrong") holds(answer.status !== 200, "a statement with another fence was accepted");
      if (!judged(machines, held, answer)) return held.machine.drop(held);
      held.said = { first, messages: [message] };
      ended(machines, held, hasFailed);
    },
  };
}

/** The answer was lost on its way, or so it seems: the machine says the same again. */
function sayAgain(machines: Machines, random: Random): Deed | null {
  const said = machines.all.flatMap(({ machine }) => machine?.held ?? []).filter((held) =>
    held.said !== null
  );
  const held = one(random, said.filter(({ machine }) => isThere(machine)));
  if (held === null) return null;
  const { first, messages } = held.said!;
  return {
    state: stateOf(machines, held),
    asked: asked(held, "messages", { first, messages }, messagesOf(held)),
    mayRecord: true,
    judge: (answer) => {
      if (!judged(machines, held, answer)) return;
      holds(answer.body.received === held.sent, `what was said again counts as ${answer.body.received}`);
    },
  };
}

/** A machine that was frozen, and does not know that its task is over, says what it made. */
async function sayLate(machines: Machines, random: Random): Promise<Deed | null> {
  const { leases, runs: { surroundings: { machines: { files } } } } = machines;
  const over = leases.all.slice(-20).filter(({ held }) =>
    leases.stateOf(held) === "over" && machines.all.some(({ machine }) => machine === held.machine)
  );
  const held = one(random, over)?.held ?? null;
  if (held === null) return null;
  const written = [{ path: `sim/late-${held.manifest.assignmentId}.txt`, content: "late" }];
  const packed = files.pack(held.manifest.task.start, written, "late");
  held.step ??= { step: 1, instructions: "" };
  const message = await endMessage(held, packed, 0);
  const isBeat = random.next() < 0.3;
  return {
    state: `${machines.of(held.machine).status}, ${isBeat ? "a heartbeat" : "a result"}`,
    asked: {
      ...asked(held, "messages", { first: held.sent + 1, messages: [message] }, messagesOf(held)),
      by: async () => {
        if (isBeat) return await beat(held.machine, held);
        const part = await put(held, packed);
        const answer = await say(held, held.sent + 1, [message]);
        return part.status === 200 ? part : answer;
      },
    },
    mayRecord: true,
    judge: (answer) => {
      if (isBeat && answer.status === 200) {
        holds(
          answer.body.lease === "lost",
          `${held.manifest.assignmentId} is over, and a heartbeat says that it lasts`,
        );
        machines.used(machines.of(held.machine));
      } else judged(machines, held, answer);
      held.machine.drop(held);
    },
  };
}

/** A machine speaks about what another one has. */
async function meddle(machines: Machines, random: Random): Promise<Deed | null> {
  const { leases, runs: { surroundings: { machines: { files } } } } = machines;
  const held = one(random, leases.open.map(({ held }) => held));
  const others = machines.all.filter(({ machine }) => machine !== null && machine !== held?.machine);
  const model = one(random, others);
  if (held === null || model === null || held.step === null) return null;
  const written = [{ path: `sim/meddled-${held.manifest.assignmentId}.txt`, content: "meddled" }];
  const message = await endMessage(held, files.pack(held.manifest.task.start, written, "meddled"), 0);
  const isBeat = random.next() < 0.3;
  return {
    state: `${model.status}, ${isBeat ? "a heartbeat" : "a result"}`,
    asked: {
      ...asked(held, "messages", { first: 1, messages: [message] }, messagesOf(held)),
      by: () =>
        isBeat
          ? beat(model.machine!, held)
          : say({ ...held, machine: model.machine!, path: held.path } as Held, 1, [message]),
    },
    mayRecord: true,
    judge: (answer) => {
      if (isBeat && answer.status === 200) {
        return holds(answer.body.lease === "lost", "the lease of another machine is renewed");
      }
      holds([400, 401, 403].includes(answer.status), `a machine that meddles is answered ${answer.status}`);
      if (answer.status === 400) return machines.used(model);
      machines.refused(model, answer.status);
    },
  };
}

/** Who has a ticket that was used already gets nothing for it. */
function claimAgain(machines: Machines, random: Random): Deed | null {
  const lease = one(random, machines.leases.all.slice(-10));
  const model = one(random, machines.all.filter(({ machine }) => machine !== null));
  if (lease === null || model === null) return null;
  const { id, held: { manifest: { fence } } } = lease;
  const isNext = random.next() < 0.3;
  const body = { id, fence: isNext ? fence : fence - 1, have: {} };
  return {
    state: `${machines.leases.stateOf(lease.held)} by ${
      lease.held.machine === model.machine ? "its holder" : "another"
    }`,
    asked: {
      method: "POST",
      path: "/worker/claims",
      body,
      token: null,
      by: () => model.machine!.request({ method: "POST", path: "/worker/claims", body, lane: "beat" }),
    },
    mayRecord: true,
    judge: (answer) => {
      holds([400, 401, 403].includes(answer.status), `a ticket that was used is answered ${answer.status}`);
      if (answer.status === 400) return machines.used(model);
      machines.refused(model, answer.status);
    },
  };
}

/** A request is accepted once, whoever sends it again. */
function comeAgain(machines: Machines, random: Random): Deed | null {
  const { machines: around } = machines.runs.surroundings;
  const model = one(random, machines.all.filter(({ machine }) => machine?.last));
  const last = model?.machine?.last;
  if (!model || !last || last.url.endsWith("/worker/door")) return null;
  const path = new URL(last.url).pathname.replace(/lease_[0-9a-f-]+/, ":id").replace(
    /[0-9a-f]{64}$/,
    ":hash",
  );
  return {
    state: `${model.status}, ${path}`,
    asked: {
      method: "POST",
      path,
      token: null,
      by: async () => ({ status: await around.repeat(last.url, last.init), body: {} }),
    },
    mayRecord: true,
    judge: ({ status }) =>
      holds([400, 401, 403].includes(status), `a request that came again is answered ${status}: ${last.url}`),
  };
}

const messagesOf = ({ manifest: { leaseId } }: Held) => `messages-${leaseId}` as const;

/** A request of the machine that has a lease. The main lane is taken while a machine waits for work. */
const asked = (
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

const say = (
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

const beat = (machine: Machine, { path }: Held): Promise<Answer> =>
  machine.request({ method: "POST", path: `${path}/heartbeats`, lane: "beat" });

const put = ({ machine, path, manifest: { leaseId } }: Held, { files, bytes }: Packed): Promise<Answer> =>
  machine.request({
    method: "PUT",
    path: `${path}/objects/${files.pack!.sha256}`,
    bytes,
    lane: `objects-${leaseId}`,
  });

const writtenBy = (instructions: string): Written[] =>
  instructions.matchAll(CREATE).map(([, path = "", content = ""]) => ({ path, content })).toArray();

const DONE = { ok: true as const, summary: "It wrote what was asked for." };
const FAILED = { ok: false as const, reason: "command_failed" as const, detail: "It could not be done." };

/** The signed end of a step: with the files that were made, or that nothing was. */
async function endMessage(held: Held, packed: Packed | null, fenceOff: number) {
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
