import { join } from "node:path";
import { messageOf } from "../../../store/shared/message_of.ts";
import { type Manifest, manifestSchema } from "../../workforce/worker_machines/wire/mod.ts";
import { KeptSetups, setupsOf } from "../commands/kept_setups.ts";
import { carryOut, type Claimed, type WorkerProgram } from "./carry_out.ts";
import { RefusedError } from "./client.ts";
import { RepositoryCopies } from "./copies.ts";
import { Tickets } from "./tickets.ts";
import { WorkSlots } from "./work_slots.ts";

/** How long to wait after a failure before the control plane is asked again. */
const AGAIN_MILLISECONDS = 5_000;

/**
 * Does what the control plane offers until the signal is aborted, or one piece of work with `once`: one after the other, except
 * that a task which waits for a human lets the next begin. What is under way is then finished. Throws `RefusedError` if the control
 * plane does not know this machine any more.
 */
export async function workLoop(
  program: WorkerProgram,
  { signal, once = false }: { signal: AbortSignal; once?: boolean },
): Promise<void> {
  const { service, directory, say } = program;
  const copies = new RepositoryCopies(join(directory, "copies"));
  await Deno.mkdir(copies.directory, { recursive: true, mode: 0o700 });
  const setups = new KeptSetups(setupsOf(service.config.storageDirectory), service.now);
  const tickets = new Tickets(program);
  const slots = new WorkSlots();
  const going = new Set<Promise<void>>();
  const shutOut = new AbortController();
  const begin = (work: Claimed) => {
    const done = carryOut(program, work)
      .catch((cause) => {
        if (isShutOut(cause)) shutOut.abort(cause);
        else say(`Stopped ${work.manifest.runId}: ${messageOf(cause)}`);
      })
      .finally(() => {
        work.slot.leave();
        going.delete(done);
      });
    going.add(done);
  };
  const ends = AbortSignal.any([signal, shutOut.signal]);
  try {
    while (!ends.aborted) {
      const slot = await slots.acquire(ends);
      if (going.size === 0) await copies.sweep();
      const { wanted } = slots;
      const found = await nextWork(program, { tickets, copies }, AbortSignal.any([ends, wanted]))
        .catch(async (cause) => {
          if (ends.aborted || isShutOut(cause)) throw cause;
          if (wanted.aborted) return null;
          say(`The control plane cannot be asked: ${messageOf(cause)} Asking again.`);
          await service.pause(AGAIN_MILLISECONDS, ends).catch(() => {}); // the loop ends
          return null;
        });
      if (found) begin({ ...found, slot, slots, copies, setups });
      else slot.leave();
      if (found && once) break;
    }
  } catch (cause) {
    if (isShutOut(cause)) shutOut.abort(cause);
    else if (!ends.aborted) throw cause;
  } finally {
    await Promise.all(going);
    await tickets.close({ forget: shutOut.signal.aborted });
  }
  if (!shutOut.signal.aborted) return;
  await copies.sweep({ all: true });
  throw shutOut.signal.reason;
}

const isShutOut = (cause: unknown): boolean =>
  cause instanceof RefusedError && (cause.status === 401 || cause.status === 403);

/** Waits for a ticket and claims what it is for. Returns null if there was none, or another machine had it. */
async function nextWork(
  { client }: WorkerProgram,
  { tickets, copies }: { tickets: Tickets; copies: RepositoryCopies },
  signal: AbortSignal,
): Promise<Pick<Claimed, "manifest" | "held"> | null> {
  const held = await tickets.next(await copies.list(), signal);
  if (!held) return null;
  let manifest: Manifest;
  try {
    const body = { ...held.ticket, have: await copies.commits() };
    manifest = await client.call(manifestSchema, { method: "POST", path: "/worker/claims", body });
  } catch (cause) {
    using _over = held;
    if (!(cause instanceof RefusedError && cause.status === 400)) throw cause;
    await held.complete(); // another machine was first
    return null;
  }
  return { manifest, held };
}
