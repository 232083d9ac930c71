import { join } from "node:path";

const placeOf = (storageDirectory: string): string => join(storageDirectory, "audio-work");

/** A directory for one piece of work, removed with its contents when it is disposed. */
export async function workDirectory(
  storageDirectory: string,
): Promise<AsyncDisposable & { directory: string }> {
  const directory = join(placeOf(storageDirectory), crypto.randomUUID());
  await Deno.mkdir(directory, { recursive: true, mode: 0o700 });
  return {
    directory,
    [Symbol.asyncDispose]: () => Deno.remove(directory, { recursive: true }),
  };
}

/** Removes what a killed service left of recordings in progress. */
export async function removeWork(storageDirectory: string): Promise<void> {
  await Deno.remove(placeOf(storageDirectory), { recursive: true }).catch((cause) => {
    if (!(cause instanceof Deno.errors.NotFound)) throw cause;
  });
}
