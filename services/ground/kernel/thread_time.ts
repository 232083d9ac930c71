import process from "node:process";

/** Linux counts the time of a thread here, in nanoseconds; the file stays the one of the thread that opened it. */
const TABLE = "/proc/thread-self/schedstat";

const table = open();
const bytes = new Uint8Array(64);

/**
 * Returns the processor time of this thread in milliseconds: neither other threads, such as those of collecting garbage, nor
 * a machine that is busy otherwise count.
 */
export function threadMilliseconds(): number {
  if (table === null) {
    const { user, system } = process.threadCpuUsage();
    return (user + system) / 1000;
  }
  table.seekSync(0, Deno.SeekMode.Start);
  const length = table.readSync(bytes) ?? 0;
  let nanoseconds = 0;
  for (let at = 0; at < length && bytes[at]! >= 0x30; at++) {
    nanoseconds = 10 * nanoseconds + bytes[at]! - 0x30;
  }
  return nanoseconds / 1e6;
}

function open(): Deno.FsFile | null {
  try {
    return Deno.openSync(TABLE);
  } catch {
    return null; // another system, which has no such table
  }
}
