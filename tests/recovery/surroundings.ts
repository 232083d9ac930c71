/** Whether a command can be executed here and ends well. */
export async function succeeds(program: string, ...args: string[]): Promise<boolean> {
  try {
    return (await new Deno.Command(program, { args, stdin: "null", stdout: "null", stderr: "null" }).output())
      .success;
  } catch {
    return false;
  }
}

/** A `wrap` that takes capabilities from a service which root starts; nobody else has any. */
export async function without(...capabilities: string[]): Promise<string[]> {
  if (Deno.uid() !== 0) return [];
  const wrap = ["setpriv", `--bounding-set=${capabilities.map((name) => `-${name}`).join(",")}`];
  if (!await succeeds(wrap[0]!, ...wrap.slice(1), "true")) {
    throw new Error(
      "Root may do everything here, and there is no setpriv to take it away: run this as another user.",
    );
  }
  return wrap;
}

/** A `wrap` that gives a service a file system of that size as its storage; null where the machine allows none. */
export async function smallDisk(storage: string, size: string): Promise<string[] | null> {
  const script = `mount -t tmpfs -o size=${size} tmpfs "$0" && exec "$@"`;
  const wrap = ["unshare", "-Urm", "sh", "-c", script, storage];
  return await succeeds(wrap[0]!, ...wrap.slice(1), "true") ? wrap : null;
}
