import { existsSync } from "node:fs";
import { cp } from "node:fs/promises";
import { join } from "node:path";
import { closeStore, composeService, type Composition, startParts, stopParts } from "../../../compose.ts";
import { REQUESTED } from "../../../bench/requested.ts";
import { ordinaryRun, productionConfig } from "../../../bench/setting.ts";
import { contextFor, type Ctx, record } from "../../../services/ground/kernel/context.ts";
import { silentLog } from "../../../services/ground/kernel/log.ts";
import { archiveRuns } from "../../../services/control/runs/archive.ts";
import { createCoordinatorRun } from "../../../services/control/runs/create.ts";
import { cancelRun, failRun } from "../../../services/control/runs/end.ts";
import { requireRun } from "../../../services/control/runs/read_model.ts";
import { newApproval } from "../../../services/control/lifecycle/approvals.ts";
import { moveRun } from "../../../services/control/lifecycle/runs.ts";
import { foldInTurns } from "../../../store/fold_when_idle.ts";
import { approvalStream } from "../../../store/approvals/stream.ts";
import type { Service } from "../../../services/parts.ts";
import { layOutStore } from "../../empty_store.ts";

const BATCH = 500;
const PORT = 4317;

/** When the seeded approvals expire: later than anybody repeats a trial with a store that was kept. */
export const EXPIRES_AFTER_MILLISECONDS = 30 * 24 * 60 * 60 * 1000;

/** How many runs a seeded store has, and what of them is left for the large pieces of work. */
export type Seed = { runs: number; unarchived: number; failures: number; expiring: number };

/** A composed service on a seeded store; `at` sets its clock forward. */
export type SeededStore = {
  composition: Composition;
  ids: string[];
  setForward: (milliseconds: number) => void;
};

/**
 * Seeds a store: all runs have ended, the oldest are archived, `failures` of the newest failed, and `expiring` more wait for an
 * approval that expires in 30 days.
 */
export async function seedStore(directory: string, seed: Seed): Promise<SeededStore> {
  layOutStore(directory);
  const seeded = await openSeeded(directory, []);
  const { service } = seeded.composition;
  const { runs, unarchived } = seed;
  for (let done = 0; done < runs; done += BATCH) {
    const ctx = contextFor(service, "operator");
    for (let i = done; i < Math.min(done + BATCH, runs); i++) {
      seeded.ids.push(oneRun(ctx, directory, seed, i));
    }
    if (done + BATCH <= runs - unarchived) await archiveRuns(ctx, AbortSignal.any([]));
    await ctx.settled();
  }
  await foldInTurns(service.store);
  return seeded;
}

/** Opens a copy of a store that was seeded into `kept`, and seeds it first if there is none with this seed. */
export async function copySeeded(kept: string, directory: string, seed: Seed): Promise<SeededStore> {
  const store = join(kept, JSON.stringify(seed).replaceAll(/\W+/g, "-"));
  const ids = join(store, "ids.json");
  if (!existsSync(ids)) {
    await Deno.mkdir(store, { recursive: true });
    const seeded = await seedStore(store, seed);
    await closeSeeded(seeded);
    await Deno.writeTextFile(ids, JSON.stringify(seeded.ids));
  }
  await cp(store, directory, { recursive: true });
  return openSeeded(directory, JSON.parse(await Deno.readTextFile(ids)));
}

/** Stops the service of a seeded store and closes it. */
export async function closeSeeded({ composition }: SeededStore): Promise<void> {
  await stopParts(composition);
  closeStore(composition.service);
}

async function openSeeded(directory: string, ids: string[]): Promise<SeededStore> {
  let ahead = 0;
  const composition = composeService(productionConfig(directory, PORT), () => PORT, {
    log: silentLog,
    agents: [],
    otherAccounts: [],
    startClock: false,
    now: () => new Date(Date.now() + ahead),
  });
  await startParts(composition);
  return { composition, ids, setForward: (milliseconds) => ahead += milliseconds };
}

/** Creates so many runs without a pause in which views would be folded. */
export async function rush({ composition: { service } }: SeededStore, runs: number): Promise<void> {
  const ctx = contextFor(service, "operator");
  for (let i = 0; i < runs; i++) {
    createCoordinatorRun(ctx, ordinaryRun(service.config.storageDirectory));
    if (i % BATCH === 0) await ctx.settled();
  }
  await ctx.settled();
}

function oneRun(ctx: Ctx<Service>, directory: string, { runs, expiring, failures }: Seed, i: number): string {
  const { id } = createCoordinatorRun(ctx, ordinaryRun(directory));
  const left = runs - i;
  if (left <= expiring) awaitApproval(ctx, id);
  else if (left <= expiring + failures) {
    moveRun(ctx, id, "start", { holder: "seed" });
    failRun(ctx, requireRun(ctx, id), "verification_failed", `test ${i} of package${i % 97} expected ${i}`);
  } else cancelRun(ctx, requireRun(ctx, id));
  return id;
}

function awaitApproval(ctx: Ctx<Service>, runId: string): void {
  const id = ctx.newId("approval");
  const at = ctx.now().getTime();
  const expiresAt = new Date(at + EXPIRES_AFTER_MILLISECONDS).toISOString();
  const waitingFor = {
    kind: "approval" as const,
    id,
    since: new Date(at).toISOString(),
    detail: REQUESTED.title,
    expiresAt,
    defaultAction: "the run fails",
  };
  ctx.write(() => {
    record(ctx, approvalStream, id, [newApproval({ ...REQUESTED, expiresAt })], { runId });
    moveRun(ctx, runId, "start", { holder: "seed" });
    moveRun(ctx, runId, "wait", { waitingFor });
  });
}
