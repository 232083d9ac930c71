import { readDuration } from "./interval.ts";

/**
 * Returns the delay of one moment of an automation in milliseconds: always the same for the same moment, and less than
 * `jitter`.
 */
export function jitterOf({ id, jitter }: { id: string; jitter: string }, at: number): number {
  const most = readDuration(jitter)!.total("milliseconds");
  if (most === 0) return 0;
  let hash = 0x811c9dc5;
  for (const character of `${id}/${at}`) {
    hash = Math.imul(hash ^ character.charCodeAt(0), 0x01000193);
  }
  return Math.floor((hash >>> 0) / 2 ** 32 * most);
}
