import { dirname, join } from "node:path";
import { InvalidError } from "../../ground/kernel/errors.ts";
import { checkPath, readObjects } from "../../machine/repositories/mod.ts";
import { CAPSULE_FILES } from "./manifest.ts";
import type { ReadCapsule } from "./read.ts";

/** What `openCapsule` wrote. */
type OpenedCapsule = { directory: string; files: number; evidence: number; transcripts: number };

/**
 * Writes a checked capsule into an empty directory as files: `base/` with the files of the base, `evidence/` with the patch and the
 * rest, `transcripts/`, the log and the manifest. Starts no program; nothing that is written may be executed, and there is no git
 * directory. If it fails, or the signal aborts it, the directory is empty again.
 */
export async function openCapsule(
  capsule: ReadCapsule,
  to: string,
  signal?: AbortSignal,
): Promise<OpenedCapsule> {
  await requireEmpty(to);
  try {
    return await write(capsule, to, signal);
  } catch (cause) {
    for (const { name } of Deno.readDirSync(to)) await Deno.remove(join(to, name), { recursive: true });
    throw cause;
  }
}

async function write(
  { manifest, directory, base }: ReadCapsule,
  to: string,
  signal?: AbortSignal,
): Promise<OpenedCapsule> {
  for (const name of [CAPSULE_FILES.log, CAPSULE_FILES.manifest, CAPSULE_FILES.signature]) {
    await copyTo(join(directory, name), join(to, name));
  }
  let evidence = 0;
  let transcripts = 0;
  for (const { path, name } of manifest.files) {
    signal?.throwIfAborted();
    if (path.startsWith("evidence/")) {
      checkPath(name);
      await copyTo(join(directory, path), join(to, "evidence", name));
      evidence++;
    } else if (path.startsWith("transcripts/")) {
      await copyTo(join(directory, path), join(to, `${path}.jsonl`));
      transcripts++;
    }
  }
  const { repository } = manifest;
  if (!repository || !base) return { directory: to, files: 0, evidence, transcripts };
  const places = Map.groupBy(base.files, ({ blob }) => blob);
  for await (
    const { id, content } of readObjects(join(directory, CAPSULE_FILES.objects), repository.objectFormat)
  ) {
    for (const { path, mode } of places.get(id) ?? []) {
      signal?.throwIfAborted();
      const file = join(to, "base", path);
      await Deno.mkdir(dirname(file), { recursive: true, mode: 0o700 });
      if (mode === "120000") await Deno.symlink(new TextDecoder().decode(content), file);
      else await Deno.writeFile(file, content, { createNew: true, mode: 0o600 });
    }
  }
  return { directory: to, files: base.files.length, evidence, transcripts };
}

/** Makes a directory, which may exist if it is empty. Throws `InvalidError`. */
export async function requireEmpty(directory: string): Promise<void> {
  await Deno.mkdir(directory, { recursive: true, mode: 0o700 });
  for await (const { name } of Deno.readDir(directory)) {
    throw new InvalidError(`${directory} contains ${name}. Name a new or an empty directory.`);
  }
}

async function copyTo(from: string, to: string): Promise<void> {
  await Deno.mkdir(dirname(to), { recursive: true, mode: 0o700 });
  using source = await Deno.open(from, { read: true });
  await Deno.writeFile(to, source.readable, { createNew: true, mode: 0o600 });
}
