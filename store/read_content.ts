import { sha256 } from "./chain.ts";
import { ArtifactDamagedError, describeStorageFault } from "./storage_error.ts";

/**
 * Returns the content of a file that is named by its hash. Throws `ArtifactDamagedError` if it is missing or does not match its
 * hash, and the error of a disk that cannot be read.
 */
export async function readContent(path: string, hash: string): Promise<Uint8Array<ArrayBuffer>> {
  let bytes: Uint8Array<ArrayBuffer>;
  try {
    bytes = await Deno.readFile(path);
  } catch (cause) {
    if (describeStorageFault(cause) !== null) throw cause; // a later attempt may succeed
    throw new ArtifactDamagedError(`The artifact ${hash} is missing from the storage directory.`, { cause });
  }
  if (sha256(bytes) === hash) return bytes;
  throw new ArtifactDamagedError(
    `The artifact ${hash} was changed: its content does not match its hash.`,
  );
}
