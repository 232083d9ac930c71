import type { ArtifactReference } from "../../../store/artifacts.ts";
import type { MaterialDocument, MaterialOwner } from "../../../store/material/document.ts";
import { runStream } from "../../../store/runs/stream.ts";
import { materialStream } from "../../../store/material/stream.ts";
import { clearPending, notePending } from "../../../store/pending_files.ts";
import { type Ctx, record } from "../kernel/context.ts";

/** What is to be kept: its bytes, whose it is, and until when (RFC 3339, UTC); null means until the owner is erased. */
type NewMaterial = {
  content: Uint8Array | AsyncIterable<Uint8Array>;
  owner: MaterialOwner;
  until: string | null;
  /** Records what names it, in the same unit. */
  named?: (id: string) => void;
};

/**
 * Keeps content outside of the log, under a new id. Resolves once the content, and then the event that names it, are on
 * disk. Secrets are not taken out of it: it is stored as it came.
 */
export async function keepMaterial(
  ctx: Ctx,
  { content, owner, until, named }: NewMaterial,
): Promise<MaterialDocument> {
  const id = ctx.newId("material");
  let held: string | null = null;
  const beforePlaced = async (hash: string) => {
    ctx.artifacts.hold(held = hash);
    await ctx.store.commit(() => notePending(ctx.store, [hash]));
  };
  try {
    const chunks = content instanceof Uint8Array ? once(content) : content;
    const { sha256, size } = await ctx.artifacts.writeStream(chunks, beforePlaced);
    ctx.write(() => {
      const data = { sha256, size, owner, until };
      record(ctx, materialStream, id, [{ type: "material.kept", data }], {
        ...(owner.kind === "run" && ofRun(ctx, owner.id)),
        expectedVersion: 0,
      });
      named?.(id);
      clearPending(ctx.store, sha256);
    });
    await ctx.settled();
  } finally {
    if (held !== null) {
      ctx.artifacts.recorded(held);
      ctx.artifacts.release(held);
    }
  }
  return ctx.store.documents.get(materialStream, id)!;
}

/** Records, in the caller's unit, whose stored content is: backups have it then, and a verification reads it. */
export function recordMaterial(ctx: Ctx, { sha256, size }: ArtifactReference, owner: MaterialOwner): void {
  ctx.artifacts.recorded(sha256);
  const data = { sha256, size, owner, until: null };
  record(ctx, materialStream, ctx.newId("material"), [{ type: "material.kept", data }], {
    expectedVersion: 0,
  });
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

/** What the events of a run carry, so that its timeline, its conversation and its erasure find them. */
function ofRun({ store }: Pick<Ctx, "store">, runId: string) {
  const conversationId = store.documents.get(runStream, runId)?.conversationId;
  return { runId, ...(conversationId && { conversationId }) };
}
