import type { ExecutionLive } from "../../control/runs/execution.ts";
import type { Ctx } from "../../ground/kernel/context.ts";
import { InvalidError } from "../../ground/kernel/errors.ts";
import { VERSION } from "../../ground/kernel/version.ts";
import { sign } from "../../workforce/worker_machines/wire/mod.ts";
import { ARCHIVES } from "./archive.later.ts";
import { contentsHash } from "./contents.ts";
import { gather, type Gathered, requireNotErased } from "./gather.ts";
import { CAPSULE_FILES, CAPSULE_RULES, type CapsuleManifest, signedText } from "./manifest.ts";
import type { ExportCapsuleInput } from "./schemas.ts";
import { signingKey } from "./signer.ts";

/**
 * Writes the capsule of a run, if it would contain exactly what was listed. Throws what `gather` throws, and `InvalidError`.
 * If the run is erased before all of it was read, the rest does not follow.
 */
export async function exportCapsule(
  ctx: Ctx<ExecutionLive>,
  runId: string,
  { contentsSha256 }: ExportCapsuleInput,
) {
  await using gathered = await gather(ctx, runId);
  if (contentsHash(gathered) !== contentsSha256) {
    throw new InvalidError(
      "What would leave has changed since it was listed. List it again, and look at it.",
    );
  }
  const path = gathered.staged.pathOf("capsule");
  const { size } = await writeCapsule(ctx, gathered, path);
  requireReadable(gathered, size);
  requireNotErased(ctx, runId);
  // The name may go: what is open is read to its end.
  const file = await Deno.open(path, { read: true });
  const whileKept = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
    transform(part, out) {
      requireNotErased(ctx, runId);
      out.enqueue(part);
    },
  });
  return { body: file.readable.pipeThrough(whileKept), name: `${runId}.capsule`, size };
}

/** Refuses a capsule that no reader would accept. */
function requireReadable({ staged: { files } }: Gathered, size: number): void {
  const bytes = files.reduce((sum, file) => sum + file.size, 0);
  const most = CAPSULE_RULES.bytes(size);
  if (bytes > most) {
    throw new InvalidError(`The run has ${bytes} bytes to export, of which a capsule may hold ${most}.`);
  }
}

async function writeCapsule(
  ctx: Ctx,
  { runId, run, repository, withheldEntries, staged }: Gathered,
  path: string,
) {
  const exportedAt = ctx.now();
  const { files, leftOut } = staged;
  const manifest: CapsuleManifest = {
    format: "agent-harness/capsule",
    version: 1,
    exportedAt: exportedAt.toISOString(),
    serviceVersion: VERSION,
    runId,
    run,
    repository,
    withheldEntries,
    leftOut,
    files,
  };
  const text = `${JSON.stringify(manifest, null, 2)}\n`;
  const key = await signingKey(ctx.config.storageDirectory);
  const signature = { publicKey: key.publicKey, signature: await sign(key, signedText(text)) };
  const bytesOf = (content: string) => new TextEncoder().encode(content);
  const { writeArchive } = await ARCHIVES();
  return await writeArchive({ path, encryption: null, at: exportedAt }, async (archive) => {
    for (const { path: name, size } of files) {
      using file = await Deno.open(staged.pathOf(name), { read: true });
      await archive.file(name, file, size);
    }
    await archive.bytes(CAPSULE_FILES.manifest, bytesOf(text));
    await archive.bytes(CAPSULE_FILES.signature, bytesOf(`${JSON.stringify(signature)}\n`));
  });
}
