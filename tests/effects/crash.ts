import { copyDirectory } from "../kit/copy_directory.ts";
import { Harness, type HarnessOptions } from "../harness.ts";
import { temporaryDirectory } from "../temporary.ts";

/** The service went no further: what it would have done next never happened. */
class Crashed extends Error {}

/**
 * Runs `cause` on a service that goes no further from a boundary on, and resolves with a service on the storage exactly as it
 * was there, which is what `kill -9` leaves. `prepare` comes before, on a service of its own.
 */
export async function crashAt(
  point: string,
  options: HarnessOptions,
  { prepare, cause }: {
    prepare: (h: Harness) => Promise<void>;
    cause: (h: Harness) => Promise<unknown>;
  },
): Promise<Harness> {
  const directory = temporaryDirectory();
  const first = await Harness.open(options, directory);
  await prepare(first);
  await first.close();
  let image: string | null = null;
  const reached = Promise.withResolvers<void>();
  const boundary = (at: string) => {
    if (image === null && at === point) {
      image = copyDirectory(directory, temporaryDirectory());
      reached.resolve();
    }
    if (image !== null) throw new Crashed(at);
  };
  const crashing = await Harness.open({ ...options, boundary }, directory);
  await Promise.race([reached.promise, cause(crashing).catch(() => {})]);
  await crashing.close();
  if (image === null) throw new Error(`The boundary ${point} was never reached.`);
  await Deno.remove(directory, { recursive: true });
  await Deno.rename(image, directory);
  return await Harness.open(options, directory);
}
