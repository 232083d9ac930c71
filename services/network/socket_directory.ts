import { join } from "node:path";

/** The longest path that a unix socket can have, with room for the zero at its end. */
const MAX_SOCKET_BYTES = 100;

/**
 * Makes an empty directory that only this user can open, for a socket of the given name: at the place that is asked for, or among
 * the system's temporary files where a socket's path would be too long. The caller removes it.
 */
export async function makeSocketDirectory(preferred: string, name: string): Promise<string> {
  const fits = new TextEncoder().encode(join(preferred, name)).length <= MAX_SOCKET_BYTES;
  if (!fits) return await Deno.makeTempDir({ prefix: "agent-harness-" });
  await Deno.mkdir(preferred, { recursive: true, mode: 0o700 });
  return preferred;
}
