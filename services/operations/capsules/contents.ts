import { sha256 } from "../../../store/chain.ts";
import type { ExecutionLive } from "../../control/runs/execution.ts";
import type { Ctx } from "../../ground/kernel/context.ts";
import { gather, type Gathered } from "./gather.ts";
import type { CapsuleContents } from "./schemas.ts";
import { fingerprintOf, signingKey } from "./signer.ts";

/** Returns a name of exactly what was gathered. */
export const contentsHash = ({ runId, run, withheldEntries, staged, repository }: Gathered): string =>
  sha256(JSON.stringify([runId, run, withheldEntries, repository, staged.files, staged.leftOut]));

/** Lists every file and text that a capsule of the run would contain. Throws what `gather` throws. */
export async function capsuleContents(ctx: Ctx<ExecutionLive>, runId: string): Promise<CapsuleContents> {
  await using gathered = await gather(ctx, runId);
  const { staged, paths, suspicious } = gathered;
  return {
    runId,
    contentsSha256: contentsHash(gathered),
    signer: fingerprintOf((await signingKey(ctx.config.storageDirectory)).publicKey),
    files: staged.files,
    repositoryFiles: paths,
    suspicious,
    leftOut: staged.leftOut,
  };
}
