/** Used if the system does not report how many files this process may open. */
const ASSUMED_OPEN_FILES = 1_024;

const MAX_CONNECTIONS = 8_192;

/** Returns how many connections leave room for the files, pipes and programs that the service needs. */
export const maxConnections = (openFiles: number = maxOpenFiles()): number =>
  Math.max(1, Math.min(MAX_CONNECTIONS, Math.floor(openFiles / 2)));

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
