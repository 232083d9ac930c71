import { join } from "node:path";
import { print } from "./output.ts";
import { ROOT } from "./setting.ts";

/** What the README's first command may take at most on empty caches. */
const MOST = { packages: 16, megabytes: 60, seconds: 15, silentSeconds: 3 };

/** What Deno says where no registry answers. */
const OFFLINE = /error sending request|client error|dns error|timed out/i;

/** The packages below Deno's npm cache, `<registry>/<name>/<version>`, and the bytes of all of it. */
export function cachedPackages(npm: string): { packages: number; bytes: number } {
  const bytesBelow = (directory: string): number => {
    let bytes = 0;
    for (const { name, isDirectory } of Deno.readDirSync(directory)) {
      const path = join(directory, name);
      bytes += isDirectory ? bytesBelow(path) : Deno.statSync(path).size;
    }
    return bytes;
  };
  const directoriesIn = (directory: string): string[] =>
    [...Deno.readDirSync(directory)].filter(({ isDirectory }) => isDirectory).map(({ name }) =>
      join(directory, name)
    );
  const named = directoriesIn(npm).flatMap(directoriesIn)
    .flatMap((path) => /[\\/]@[^\\/]+$/.test(path) ? directoriesIn(path) : [path]);
  return { packages: named.flatMap(directoriesIn).length, bytes: bytesBelow(npm) };
}

/** Runs the README's first command on empty caches and prints what it took. Gives the exit code. */
async function main(): Promise<number> {
  const home = Deno.makeTempDirSync({ prefix: "agent-harness-first-" });
  try {
    const cache = join(home, "deno");
    const began = performance.now();
    const child = new Deno.Command(Deno.execPath(), {
      args: ["run", "-A", "cli.ts", "demo", "--yes"],
      cwd: ROOT,
      env: { HOME: home, DENO_DIR: cache },
      stdin: "null",
      stdout: "piped",
      stderr: "piped",
    }).spawn();
    let [heard, silent, said] = [began, 0, ""];
    const hear = () => {
      const now = performance.now();
      silent = Math.max(silent, now - heard);
      heard = now;
    };
    const listen = async (stream: ReadableStream<Uint8Array<ArrayBuffer>>) => {
      for await (const text of stream.pipeThrough(new TextDecoderStream())) {
        hear();
        said += text;
      }
    };
    await Promise.all([listen(child.stdout), listen(child.stderr)]);
    const { success } = await child.status;
    hear();
    if (!success && OFFLINE.test(said)) {
      print("Left out: it needs a registry of npm packages, and none answers.");
      return 0;
    }
    if (!success) {
      print(said);
      return 1;
    }
    const { packages, bytes } = cachedPackages(join(cache, "npm"));
    const took = {
      packages,
      megabytes: bytes / 1e6,
      seconds: (heard - began) / 1000,
      silentSeconds: silent / 1000,
    };
    let code = 0;
    for (const [what, most] of Object.entries(MOST)) {
      const value = took[what as keyof typeof took];
      if (value > most) code = 1;
      print(`${what.padEnd(15)}${value.toFixed(1).padStart(7)}  ≤ ${most}  ${value > most ? "short" : "ok"}`);
    }
    return code;
  } finally {
    Deno.removeSync(home, { recursive: true });
  }
}

if (import.meta.main) Deno.exit(await main());
