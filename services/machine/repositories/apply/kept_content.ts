import { Buffer } from "node:buffer";
import { closeSync, openSync, readSync } from "node:fs";
import { UnavailableError } from "../../../ground/kernel/errors.ts";
import { type ContentReader, openContents } from "../git/content.ts";
import type { BundleManifest, Control } from "../git/types.ts";

const PIECE = 1 << 20;

/** Returns the new content of every file of a bundle, in the manifest's order. */
export async function* newContent(control: Control, manifest: BundleManifest): AsyncGenerator<Buffer> {
  const requests = manifest.files.flatMap(({ path, after }) => after === null ? [] : [{ path, ...after }]);
  await using contents = await openContents(control, manifest.resultTree);
  contents.announce(requests);
  for (const request of requests) yield* contents.read(request);
}

/**
 * Opens a file that `newContent` wrote, so that an apply needs no git objects.
 *
 * @throws {UnavailableError} when there is no such file
 */
export function openKeptContent(file: string, manifest: BundleManifest): ContentReader {
  const places = new Map<string, { start: number; size: number }>();
  let end = 0;
  for (const { path, after } of manifest.files) {
    if (after === null) continue;
    places.set(path, { start: end, size: after.size });
    end += after.size;
  }
  const descriptor = openFile(file);
  return {
    announce: () => {},
    async *read({ path }) {
      const { start = 0, size = 0 } = places.get(path) ?? {};
      for (let at = 0; at < size;) {
        const piece = Buffer.alloc(Math.min(PIECE, size - at));
        const read = readSync(descriptor, piece, 0, piece.length, start + at);
        if (read === 0) throw new UnavailableError(`The new content in ${file} is incomplete.`);
        at += read;
        yield piece.subarray(0, read);
      }
    },
    [Symbol.asyncDispose]: () => Promise.resolve(closeSync(descriptor)),
  };
}

function openFile(file: string): number {
  try {
    return openSync(file, "r");
  } catch (cause) {
    throw new UnavailableError(`The new content in ${file} cannot be read.`, { cause });
  }
}
