import type { Random } from "../../recovery/load/random.ts";
import { type Answer, type Command, type Deed, holds, one } from "../command.ts";
import type { Held } from "../machine.ts";
import type { Written } from "../machine_files.ts";
import {
  asked,
  endMessage,
  isThere,
  judged,
  messagesOf,
  put,
  say,
  stateOf,
  writtenBy,
} from "./machine_requests.ts";
import type { Machines } from "./machines.ts";

/** Machines make what their tasks ask for, and say how they ended. */
export const machineWork = (machines: Machines): Command[] => [
  { name: "a machine goes on", weight: 9, plan: (random) => goOn(machines, random) },
];

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
    // Another machine may have it before there is an answer.
    before: () => {
      machines.leases.of(held).isTouched = true;
      return Promise.resolve();
    },
    mayRecord: true,
    judge: (answer) => {
      const isDone = answer.isAgain && answer.status === 400;
      if (isDone || judged(machines, held, answer)) machines.leases.lose(machines.leases.of(held));
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
  const added = writtenBy(step!.instructions);
  const isThereAlready = ({ path }: Written) =>
    files.has(start, path) || held.written.some((before) => before.path === path);
  const hasFailed = how === "failed" || added.some(isThereAlready) || added.length === 0;
  const written = [...held.written, ...added];
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
      if (!hasFailed) held.written = written;
      ended(machines, held, hasFailed);
    },
  };
}
