/** Where the system does not tell how many files this process may have open. */
const ASSUMED_OPEN_FILES = 1_024;

const MAX_CONNECTIONS = 8_192;

/** How many connections leave room for the files, pipes and programs that the service needs. */
export const maxConnections = (openFiles: number = maxOpenFiles()): number =>
  Math.max(1, Math.min(MAX_CONNECTIONS, Math.floor(openFiles / 2)));

/** How many files this process may have open. Deno has raised the limit as far as it may. */
function maxOpenFiles(): number {
  try {
    const limits = Deno.readTextFileSync("/proc/self/limits");
    const limit = /^Max open files +(\d+|unlimited)/m.exec(limits)?.[1];
    return limit === undefined ? ASSUMED_OPEN_FILES : limit === "unlimited" ? Infinity : Number(limit);
  } catch {
    return ASSUMED_OPEN_FILES;
  }
}
