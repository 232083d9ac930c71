import { join } from "node:path";
import type { Database } from "./database.ts";
import { recordOf } from "./shared/records.ts";

/** The newest entry that this machine has seen of the log in a storage directory. */
type SeenHead = Entry & { directory: string };

type Entry = { sequence: number; hash: string };

/** Where what was seen of a database is noted: a directory of this user, outside of the storage directory. */
const places = new WeakMap<Database, string>();

/** Lets `noteSeen` note what is seen of a database in `place`. */
export const watchSeen = (database: Database, place: string | null): void => {
  if (place !== null) places.set(database, place);
};

/**
 * Notes how far the log of a database goes, which must be durable. The note itself need not be: one that is lost or cannot be
 * written only means that an older copy is not noticed.
 */
export function noteSeen(
  { database, installation }: { database: Database; installation: string },
  directory: string,
  { sequence, hash }: Entry,
): void {
  const place = places.get(database);
  if (place === undefined) return;
  try {
    const seen: SeenHead = { directory: Deno.realPathSync(directory), sequence, hash };
    const file = fileOf(place, installation);
    Deno.mkdirSync(join(file, ".."), { recursive: true, mode: 0o700 });
    Deno.writeTextFileSync(`${file}.tmp`, `${JSON.stringify(seen)}\n`, { mode: 0o600 });
    Deno.renameSync(`${file}.tmp`, file);
  } catch {
    // A home that is full or may not be written.
  }
}

/**
 * Returns the newest entry that the log in a storage directory is known to have had: the one in its head file, or the one that
 * this machine had seen there. Without a head file it is null: a restored backup is older because a person wanted that.
 */
export function newestKnown<Recorded extends Entry & { installation: string }>(
  place: string | null,
  directory: string,
  recorded: Recorded | "damaged" | null,
): Recorded | "damaged" | null {
  if (place === null || recorded === null || recorded === "damaged") return recorded;
  const seen = readSeen(fileOf(place, recorded.installation));
  if (seen === null || seen.directory !== Deno.realPathSync(directory)) return recorded;
  return seen.sequence < recorded.sequence
    ? recorded
    : { ...recorded, sequence: seen.sequence, hash: seen.hash };
}

const fileOf = (place: string, installation: string): string =>
  join(place, "heads", `${installation.replaceAll(/[^\w-]/g, "_")}.json`);

function readSeen(file: string): SeenHead | null {
  try {
    const { directory, sequence, hash } = recordOf(JSON.parse(Deno.readTextFileSync(file)));
    const whole = typeof directory === "string" && typeof sequence === "number" && typeof hash === "string";
    return whole ? { directory, sequence, hash } : null;
  } catch {
    return null; // nothing was noted, or the machine lost its power while it was
  }
}
