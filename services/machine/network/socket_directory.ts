import { tmpdir } from "node:os";
import { join } from "node:path";

/** The longest path of a Unix socket, including the terminating zero. */
const MAX_SOCKET_BYTES = 100;

/** What a made directory's name has after its prefix at most. */
const RANDOM_CHARACTERS = 16;
const PREFIX = "agent-harness-";

/**
 * Creates an empty directory that only this user can open, for a socket with the given name: at the requested place, or
 * where temporary files lie if the socket's path would be too long. The caller removes it. Throws if every path is too long.
 */
export async function makeSocketDirectory(preferred: string, name: string): Promise<string> {
  const fits = (directory: string) =>
    new TextEncoder().encode(join(directory, name)).length <= MAX_SOCKET_BYTES;
  if (fits(preferred)) {
    await Deno.mkdir(preferred, { recursive: true, mode: 0o700 });
    return preferred;
  }
  // A TMPDIR of the user's own may be as deep as the storage.
  const parents = [tmpdir(), "/tmp"];
  const dir = parents.find((parent) => fits(join(parent, PREFIX + "x".repeat(RANDOM_CHARACTERS))));
  if (dir === undefined) {
    throw new Error(
      `A socket needs a path of at most ${MAX_SOCKET_BYTES} bytes, and ${
        join(preferred, name)
      } is longer. Set TMPDIR to a directory with a short path.`,
    );
  }
  return await Deno.makeTempDir({ dir, prefix: PREFIX });
}
