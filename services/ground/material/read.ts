import { materialStream } from "../../../store/material/stream.ts";
import { ArtifactDamagedError } from "../../../store/storage_error.ts";
import type { Ctx } from "../kernel/context.ts";
import { NotFoundError, UnavailableError } from "../kernel/errors.ts";

/**
 * Returns the content of material, its hash checked. Throws `NotFoundError` where it was erased, has expired or never was,
 * and `UnavailableError` where its file is missing or damaged.
 */
export async function readMaterial(ctx: Ctx, id: string): Promise<Uint8Array> {
  const material = ctx.store.documents.get(materialStream, id);
  if (!material) throw new NotFoundError("material", id);
  return await readStored(ctx, material.sha256);
}

/** Returns stored content, its hash checked. Throws `UnavailableError` where its file is missing or damaged. */
export async function readStored(
  { artifacts }: Pick<Ctx, "artifacts">,
  sha256: string,
): Promise<Uint8Array<ArrayBuffer>> {
  try {
    return await artifacts.read(sha256);
  } catch (cause) {
    if (cause instanceof ArtifactDamagedError) throw new UnavailableError(cause.message, { cause });
    throw cause;
  }
}
