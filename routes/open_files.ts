/** Used if the system does not report how many files this process may open. */
const ASSUMED_OPEN_FILES = 1_024;

/** More files than the service and 64 workers ever have open. */
const FILES_FOR_WORK = 4_096;

/** How many connections are kept for requests: the quarter of few, and no more of many. */
const FOR_REQUESTS = 1_024;

/** Returns how many of the allowed connections leave room for the files, pipes and programs that the service needs. */
export const maxConnections = (allowed: number, openFiles: number = maxOpenFiles()): number =>
  Math.max(1, Math.min(allowed, Math.max(Math.floor(openFiles / 2), openFiles - FILES_FOR_WORK)));

/** Returns how many of all connections may be event streams, so that requests are still answered beside them. */
export const maxEventStreams = (connections: number): number =>
  Math.max(1, connections - Math.min(FOR_REQUESTS, Math.ceil(connections / 4)));

/** Returns how many files this process may open. Deno has already raised the limit as far as allowed. */
function maxOpenFiles(): number {
  try {
    const limits = Deno.readTextFileSync("/proc/self/limits");
    const limit = /^Max open files +(\d+|unlimited)/m.exec(limits)?.[1];
    return limit === undefined ? ASSUMED_OPEN_FILES : limit === "unlimited" ? Infinity : Number(limit);
  } catch {
    return ASSUMED_OPEN_FILES;
  }
}
