import { createHash } from "node:crypto";
import { join } from "node:path";
import { createTarPacker, type TarHeader } from "modern-tar";
import { extractArchive } from "../../services/operations/backups/archive/read.ts";
import { sealing } from "../../services/operations/backups/archive/seal.ts";
import { writeArchive } from "../../services/operations/backups/archive/write.ts";
import {
  CAPSULE_FILES,
  type CapsuleManifest,
  capsuleManifestSchema,
  signedText,
} from "../../services/operations/capsules/manifest.ts";
import { fingerprintOf } from "../../services/operations/capsules/signer.ts";
import { makeKeys, sign } from "../../services/workforce/worker_machines/wire/mod.ts";
import { sha256 } from "../../store/chain.ts";
import { temporaryDirectory } from "../temporary.ts";

/** The files of a capsule, and its manifest, as somebody changes them who makes a key of their own. */
export type Inside = { files: Map<string, Uint8Array>; manifest: CapsuleManifest };

/** Writes a capsule again after a change, every hash and the signature made anew. Returns it with the forger's fingerprint. */
export async function forged(
  path: string,
  change: (inside: Inside) => void | Promise<void>,
): Promise<{ path: string; signer: string }> {
  const directory = temporaryDirectory();
  const extracted = await extractArchive(path, directory, null, undefined, {
    what: "anything",
    names: /.*/,
    files: Infinity,
    bytes: () => Infinity,
  });
  const files = new Map(extracted.map((each) => [each.path, Deno.readFileSync(join(directory, each.path))]));
  const manifest = capsuleManifestSchema.parse(
    JSON.parse(new TextDecoder().decode(files.get(CAPSULE_FILES.manifest))),
  );
  files.delete(CAPSULE_FILES.manifest);
  files.delete(CAPSULE_FILES.signature);
  await change({ files, manifest });
  for (const file of manifest.files) {
    const bytes = files.get(file.path);
    if (!bytes) continue;
    file.size = bytes.length;
    const before = file.sha256;
    file.sha256 = sha256(bytes);
    if (file.recordedSha256 === before) file.recordedSha256 = file.sha256;
  }
  const text = JSON.stringify(manifest);
  const keys = await makeKeys();
  const signature = { publicKey: keys.publicKey, signature: await sign(keys, signedText(text)) };
  const to = join(directory, "forged.capsule");
  await writeArchive({ path: to, encryption: null, at: new Date(0) }, async (archive) => {
    for (const [name, bytes] of files) await archive.bytes(name, bytes);
    await archive.bytes(CAPSULE_FILES.manifest, new TextEncoder().encode(text));
    await archive.bytes(CAPSULE_FILES.signature, new TextEncoder().encode(JSON.stringify(signature)));
  });
  return { path: to, signer: fingerprintOf(keys.publicKey) };
}

/** Writes a sealed archive with these entries, whatever they are called. */
export async function sealedArchive(
  entries: Iterable<Partial<TarHeader> & { name: string; content?: Uint8Array }>,
): Promise<string> {
  const path = join(temporaryDirectory(), "hostile.capsule");
  const { readable, controller } = createTarPacker();
  const written = readable.pipeThrough(new CompressionStream("gzip")).pipeThrough(sealing())
    .pipeTo((await Deno.create(path)).writable);
  for (const { content = new Uint8Array(), ...header } of entries) {
    const writer = controller.add({ mode: 0o600, mtime: new Date(0), ...header, size: content.length })
      .getWriter();
    if (content.length > 0) await writer.write(content);
    await writer.close();
  }
  controller.finalize();
  await written;
  return path;
}

/** One object of git: its id, and as `git cat-file --batch` prints it. */
export type MadeObject = { id: string; printed: Uint8Array };

/** Makes an object of git. */
export function object(type: string, content: string | Uint8Array): MadeObject {
  const bytes = typeof content === "string" ? new TextEncoder().encode(content) : content;
  const id = createHash("sha1").update(`${type} ${bytes.length}\0`).update(bytes).digest("hex");
  return { id, printed: joined([`${id} ${type} ${bytes.length}\n`, bytes, "\n"]) };
}

/** Makes a tree of git with these entries, in the given order. */
export const tree = (entries: readonly (readonly [mode: string, name: string | Uint8Array, id: string])[]) =>
  object(
    "tree",
    joined(entries.flatMap(([mode, name, id]) => [`${mode} `, name, "\0", Uint8Array.fromHex(id)])),
  );

/** Makes a commit of a tree. */
export const commit = (ofTree: MadeObject) =>
  object("commit", `tree ${ofTree.id}\nauthor a <a@b> 0 +0000\ncommitter a <a@b> 0 +0000\n\nm\n`);

/** Joins texts and bytes. */
export function joined(parts: readonly (string | Uint8Array)[]): Uint8Array {
  return Uint8Array.from(
    parts.flatMap((part) => [...typeof part === "string" ? new TextEncoder().encode(part) : part]),
  );
}
