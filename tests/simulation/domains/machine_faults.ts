import type { Random } from "../../recovery/load/random.ts";
import { type Command, type Deed, holds, one } from "../command.ts";
import type { Held } from "../machine.ts";
import { mayBeLast } from "../machines.ts";
import {
  asked,
  beat,
  endMessage,
  isThere,
  judged,
  messagesOf,
  put,
  say,
  stateOf,
} from "./machine_requests.ts";
import type { Machines } from "./machines.ts";

/** Machines say things late, twice, or of what another one has. */
export const machineFaults = (machines: Machines): Command[] => [
  { name: "a machine says it again", weight: 1.5, plan: (random) => sayAgain(machines, random) },
  { name: "a machine says it late", weight: 2.5, plan: (random) => sayLate(machines, random) },
  { name: "a machine meddles", weight: 1.5, plan: (random) => meddle(machines, random) },
  { name: "a ticket is used again", weight: 1.5, plan: (random) => claimAgain(machines, random) },
  { name: "a request comes again", weight: 1, plan: (random) => comeAgain(machines, random) },
];

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
      // What ended the lease is accepted again after it, if it was recorded.
      const isLast = machines.leases.stateOf(held) === "over" && answer.status === 200;
      if (!isLast && !judged(machines, held, answer)) return;
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
      // What is said about a lease that it does not hold is no use of its token.
      if (answer.status !== 400) return machines.refused(model, answer.status);
      if (isBeat) machines.used(model);
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
      holds(
        [400, 401, 403].includes(status) || mayBeLast(last.url, status),
        `a request that came again is answered ${status}: ${last.url}`,
      ),
  };
}
