import { join } from "node:path";
import { runStream } from "../../../store/runs/stream.ts";
import { workspacesOf } from "../../execution/commands/control.ts";
import { proveRun } from "../../execution/run_views/proof/mod.ts";
import type { Ctx } from "../../ground/kernel/context.ts";
import { InvalidError, NotFoundError } from "../../ground/kernel/errors.ts";
import { readMaterial } from "../../ground/material/read.ts";
import { artifactsOf } from "../../control/runs/artifacts.ts";
import { sessionsOf } from "../../control/lifecycle/sessions.ts";
import type { ExecutionLive } from "../../control/runs/execution.ts";
import { requestOf, requireRun } from "../../control/runs/read_model.ts";
import { removeTree } from "../../machine/repositories/mod.ts";
import { transcriptsOfSession } from "../../sessions/transcripts/live.ts";
import { CAPSULE_FILES, CAPSULE_RULES, type CapsuleManifest, capsuleRun } from "./manifest.ts";
import { redactedText } from "./redacted.ts";
import { addRepository, type CapsuleRepository } from "./repository.ts";
import { StagedFiles } from "./staged.ts";

/** All that a capsule will contain, on disk until it is disposed. */
export type Gathered =
  & AsyncDisposable
  & Pick<CapsuleManifest, "run" | "runId" | "withheldEntries">
  & CapsuleRepository
  & { staged: StagedFiles };

/**
 * Gathers what leaves with a run: the objects of its base and result, its entries of the log, its evidence and its transcripts,
 * every text without secrets. Throws `NotFoundError`, and `InvalidError` where the run was erased or cannot leave.
 */
export async function gather(ctx: Ctx<ExecutionLive>, runId: string): Promise<Gathered> {
  requireNotErased(ctx, runId);
  const run = requireRun(ctx, runId);
  const directory = join(workspacesOf(ctx.config.storageDirectory), ctx.newId("capsule"));
  await Deno.mkdir(directory, { recursive: true, mode: 0o700 });
  const staged = new StagedFiles(ctx, directory);
  try {
    const withheldEntries = await addLog(ctx, runId, staged);
    const request = (await redactedText(ctx.redactor, requestOf(ctx, run))).text;
    const said = capsuleRun(run, request);
    await staged.addEvidence(artifactsOf(ctx, runId));
    await addTranscripts(ctx, runId, staged);
    const repository = await addRepository(ctx, run, staged);
    requireFew(staged);
    // It may have been erased in the meantime.
    requireNotErased(ctx, runId);
    return {
      ...repository,
      runId,
      run: {
        ...said,
        verifier: said.verifier && ctx.redactor.text(said.verifier),
        setup: said.setup && ctx.redactor.text(said.setup),
      },
      withheldEntries,
      staged,
      [Symbol.asyncDispose]: () => removeTree(directory),
    };
  } catch (cause) {
    await removeTree(directory);
    throw cause;
  }
}

/** Throws `NotFoundError` for an unknown run, and `InvalidError` for one that was erased. */
export function requireNotErased(ctx: Ctx, runId: string): void {
  if (ctx.store.documents.get(runStream, runId)) return;
  const erased = ctx.store.events.rowsOfRun(runId).find(({ type }) => type === "run.deleted");
  if (!erased) throw new NotFoundError("run", runId);
  throw new InvalidError(`The run ${runId} was erased at ${erased.at}, so nothing of it can be exported.`);
}

/** Refuses more files than a reader accepts, with the manifest and its signature. */
function requireFew({ files }: StagedFiles): void {
  const most = CAPSULE_RULES.files - 2;
  if (files.length <= most) return;
  throw new InvalidError(`The run has ${files.length} files to export, of which a capsule may hold ${most}.`);
}

/** Adds the entries of the run. One whose data contains a secret keeps its hashes, but leaves without its data. */
async function addLog(ctx: Ctx, runId: string, staged: StagedFiles): Promise<number[]> {
  const { entries, chain } = proveRun(ctx, runId);
  const withheld: number[] = [];
  const shown: typeof entries = [];
  for (const entry of entries) {
    const { removed } = await redactedText(ctx.redactor, entry.dataText ?? "");
    if (removed === 0) shown.push(entry);
    else {
      withheld.push(entry.sequence);
      staged.leaveOut(`the data of entry ${entry.sequence} (${entry.type})`, "secret");
      shown.push({ ...entry, data: null, dataText: null, salt: null });
    }
  }
  // What others record meanwhile is not part of the run: the newest entry here is its own.
  const { sequence: headSequence = 0, hash: headHash = "" } = shown.at(-1) ?? {};
  const own = { ...chain, headSequence, headHash, linkedThrough: 0 };
  const text = JSON.stringify({ entries: shown, chain: own });
  await Deno.writeTextFile(staged.pathOf(CAPSULE_FILES.log), text, { createNew: true, mode: 0o600 });
  await staged.addWritten(CAPSULE_FILES.log, "the run's entries of the log");
  return withheld;
}

async function addTranscripts(ctx: Ctx, runId: string, staged: StagedFiles): Promise<void> {
  let number = 0;
  for (const session of sessionsOf(ctx, runId)) {
    for (const row of transcriptsOfSession(ctx, session.id)) {
      const name = `transcript ${row.number} of ${session.taskId}`;
      const content = await readMaterial(ctx, row.material_id).catch(() => null);
      if (content) await staged.add(`transcripts/${++number}`, name, content, null);
      else staged.leaveOut(name, "damaged");
    }
  }
}
