import { join } from "node:path";

/** The longest path of a Unix socket, including the terminating zero. */
const MAX_SOCKET_BYTES = 100;

/**
 * Creates an empty directory that only this user can open, for a socket with the given name: at the requested place, or
 * in the system's temporary directory if the socket's path would be too long. The caller removes it.
 */
export async function makeSocketDirectory(preferred: string, name: string): Promise<string> {
  const fits = new TextEncoder().encode(join(preferred, name)).length <= MAX_SOCKET_BYTES;
  if (!fits) return await Deno.makeTempDir({ prefix: "agent-harness-" });
  await Deno.mkdir(preferred, { recursive: true, mode: 0o700 });
  return preferred;
}
