import { materialStream } from "../../../store/material/stream.ts";
import type { Ctx } from "../kernel/context.ts";
import { NotFoundError } from "../kernel/errors.ts";

/**
 * Returns the content of material, its hash checked. Throws `NotFoundError` where it was erased, has expired or never was,
 * and `ArtifactDamagedError` where its file is missing or damaged.
 */
export async function readMaterial(ctx: Ctx, id: string): Promise<Uint8Array> {
  const material = ctx.store.documents.get(materialStream, id);
  if (!material) throw new NotFoundError("material", id);
  return await ctx.artifacts.read(material.sha256);
}
