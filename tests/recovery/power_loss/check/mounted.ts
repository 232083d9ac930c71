import { succeeds } from "../../surroundings.ts";

const MOUNT = 'mount --bind "$0" "$1" && shift && exec "$@"';

/** Returns a `wrap` for a program that sees `image` at the path `disk`, and nobody else does. */
export function mounted(image: string, disk: string): string[] {
  return ["unshare", Deno.uid() === 0 ? "-m" : "-Urm", "sh", "-c", MOUNT, image, disk];
}

/** Reports whether this machine allows it. */
export async function canMount(): Promise<boolean> {
  const directory = Deno.makeTempDirSync({ prefix: "agent-harness-test-" });
  const [program = "", ...args] = mounted(directory, directory);
  const can = await succeeds(program, ...args, "true");
  Deno.removeSync(directory);
  return can;
}
