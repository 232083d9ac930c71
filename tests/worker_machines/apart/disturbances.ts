import assert from "node:assert/strict";
import type { Random } from "../../recovery/load/random.ts";
import { CUTS, EDGES } from "./network.ts";
import type { World } from "./world.ts";

/** Something that happens to a world, and has passed when `happen` resolves: with a sentence about it. */
export type Disturbance = { name: string; happen: () => Promise<string> };

/** Longer than a lease, so that whoever is frozen has lost it on waking up. */
const FROZEN_SECONDS = 40;

/** How long the service may take to reach a boundary at which it kills itself. */
const BOUNDARY_SECONDS = 60;

const EVENTS = [
  "assignment.task_offered",
  "assignment.claimed",
  "task_session.placed",
  "assignment.task_delivered",
  "task_session.completed",
  "assignment.offered",
  "assignment.delivered",
  "evaluation.completed",
] as const;

const wait = (seconds: number) => new Promise((resolve) => setTimeout(resolve, seconds * 1000));

/** Everything that can happen, each with what the seed makes of it. */
export function allDisturbances(world: World, random: Random): Disturbance[] {
  return [
    ...EDGES.map((edge) => ({
      name: `cut ${edge.join("-")}`,
      happen: async () => {
        const [how, seconds] = [random.pick(CUTS), random.pick([5, 15, FROZEN_SECONDS])];
        const heal = await world.network.cut(edge, how);
        await wait(seconds);
        await heal();
        return `${how}, ${seconds} s`;
      },
    })),
    ...freezes(world),
    ...world.machines.map((machine) => ({
      name: `kill ${machine.name}`,
      happen: async () => {
        await untilBusy(world, machine.name);
        const seconds = random.next() * 0.6;
        await wait(seconds);
        await machine.end("SIGKILL");
        machine.start();
        return `${seconds.toFixed(2)} s after it had work`;
      },
    })),
    ...Array.from({ length: 3 }, () => ({
      name: "kill control",
      happen: () => killAt(world, `${random.pick(["recorded", "committed"])}:${random.pick(EVENTS)}`),
    })),
    ...(world.cluster ? ofDatabase(world.cluster, random) : []),
  ];
}

function freezes(world: World): Disturbance[] {
  const { cluster, machines } = world;
  const processes = [
    { name: "control", pids: () => [world.service.child.pid] },
    ...machines.map((machine) => ({ name: machine.name, pids: () => [machine.pid] })),
    ...(cluster ? [{ name: "database", pids: () => cluster.pids }] : []),
  ];
  return processes.map(({ name, pids }) => ({
    name: `freeze ${name}`,
    happen: async () => {
      const frozen = pids();
      for (const pid of frozen) Deno.kill(pid, "SIGSTOP");
      await wait(FROZEN_SECONDS);
      for (const pid of frozen) Deno.kill(pid, "SIGCONT");
      return `${frozen.length} processes, ${FROZEN_SECONDS} s`;
    },
  }));
}

function ofDatabase(cluster: NonNullable<World["cluster"]>, random: Random): Disturbance[] {
  return [
    {
      name: "restart database",
      happen: async () => {
        await cluster.stop();
        const seconds = random.between(0, 5);
        await wait(seconds);
        await cluster.start();
        return `${seconds} s off`;
      },
    },
    {
      name: "one ticket to both",
      happen: async () => {
        const found = await newestTicket(cluster);
        if (!found) return "no ticket was there";
        await cluster.sql(
          `INSERT INTO agent_harness.job (name, data, singleton_key) SELECT name, '${found}', gen_random_uuid()::text FROM agent_harness.queue WHERE name <> 'dead_letters'`,
        );
        return found;
      },
    },
  ];
}

/** A ticket that is not used up; null if none comes for a while. */
async function newestTicket(cluster: NonNullable<World["cluster"]>): Promise<string | null> {
  for (let i = 0; i < 200; i++) {
    const found = await cluster.sql(
      "SELECT data FROM agent_harness.job WHERE state IN ('created', 'active') AND name <> 'dead_letters' ORDER BY created_on DESC LIMIT 1",
    );
    if (found !== "") return found;
    await wait(0.05);
  }
  return null;
}

/** Resolves once a machine works, or a while later. */
async function untilBusy(world: World, name: string): Promise<void> {
  for (let i = 0; i < 100; i++) {
    const { items } = await world.operator("GET /workers/:id/log", {
      params: { id: name },
      query: { limit: 1 },
    });
    if (items[0]?.endedAt === null) return;
    await wait(0.1);
  }
}

/** Starts the service anew so that it kills itself at a boundary, and once more when it has. */
async function killAt(world: World, point: string): Promise<string> {
  const armed = `${world.storage}-armed`;
  assert.equal((await world.service.terminate()).code, 0, world.service.output());
  const service = await world.startService({ fault: `${point}#1`, armed });
  const began = performance.now();
  Deno.writeTextFileSync(armed, "");
  const isReached = await Promise.race([
    service.ended.then(() => true),
    wait(BOUNDARY_SECONDS).then(() => false),
  ]);
  Deno.removeSync(armed);
  if (!isReached) return `${point} was not reached`;
  await world.startService();
  return `${point}, ${((performance.now() - began) / 1000).toFixed(1)} s after its start`;
}
