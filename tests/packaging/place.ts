import { dirname, join } from "node:path";
import { buildPortable } from "../../packaging/portable.ts";
import { temporaryDirectory } from "../temporary.ts";

/** Programs that the service and its sample repositories call; there is no Deno and no Node among them. */
const TOOLS = [
  "sh",
  "git",
  "env",
  "cat",
  "grep",
  "test",
  "true",
  "sleep",
  "sort",
  "rm",
  "mkdir",
  "bwrap",
  "uname",
  "id",
];

/** What a program printed and ended with. */
export type Ended = { code: number; signal: string | null; stdout: string; stderr: string };

/** An empty directory with nothing but the executable, a home of which only the cache can be written to, and few programs. */
export class Place implements AsyncDisposable {
  readonly root = temporaryDirectory();
  readonly home = join(this.root, "home");
  readonly cache = join(this.home, ".cache");
  readonly program = join(this.root, "bin", "agent-harness");

  private constructor(readonly environment: Record<string, string>) {}

  static async make(): Promise<Place> {
    const place = new Place({});
    await Deno.mkdir(place.cache, { recursive: true });
    await Deno.mkdir(dirname(place.program));
    await buildPortable(["--output", place.program]);
    const tools = join(place.root, "tools");
    await Deno.mkdir(tools);
    for (const tool of TOOLS) {
      const found = ["/bin", "/usr/bin", "/usr/local/bin", "/opt/homebrew/bin"].map((each) =>
        join(each, tool)
      )
        .find((path) => isFile(path));
      if (found) await Deno.symlink(found, join(tools, tool));
    }
    await Deno.chmod(place.home, 0o555);
    Object.assign(place.environment, { PATH: tools, HOME: place.home, LANG: "C.UTF-8" });
    return place;
  }

  /** Starts the executable, with this environment alone. */
  spawn(
    args: readonly string[],
    environment: Record<string, string> = {},
    program = this.program,
  ): Deno.ChildProcess {
    return new Deno.Command(program, {
      args: [...args],
      cwd: this.root,
      clearEnv: true,
      env: { ...this.environment, ...environment },
      stdin: "null",
      stdout: "piped",
      stderr: "piped",
    }).spawn();
  }

  /** Runs it to its end. */
  async run(
    args: readonly string[],
    environment: Record<string, string> = {},
    program = this.program,
  ): Promise<Ended> {
    const { code, signal, stdout, stderr } = await this.spawn(args, environment, program).output();
    const decode = (bytes: Uint8Array) => new TextDecoder().decode(bytes);
    return { code, signal, stdout: decode(stdout), stderr: decode(stderr) };
  }

  /** The versions that lie unpacked, and what else is in the cache. */
  unpacked(): string[] {
    try {
      return [...Deno.readDirSync(join(this.cache, "agent-harness"))].map(({ name }) => name).sort();
    } catch {
      return [];
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Deno.chmod(this.home, 0o755);
    await Deno.remove(this.root, { recursive: true });
  }
}

/** A service that the executable runs. */
export class Serving implements AsyncDisposable {
  private constructor(
    readonly child: Deno.ChildProcess,
    readonly url: string,
    readonly rest: Promise<unknown>,
  ) {}

  static async start(place: Place, storage: string): Promise<Serving> {
    const child = place.spawn(["serve"], { AGENT_HARNESS_STORAGE_DIR: storage, AGENT_HARNESS_PORT: "0" });
    const stderr = new Response(child.stderr).text();
    let text = "";
    const reader = child.stdout.pipeThrough(new TextDecoderStream()).getReader();
    for (;;) {
      const { value, done } = await reader.read();
      if (done) throw new Error(`it ended before it listened: ${text}${await stderr}`);
      text += value;
      const url = /listens on (http:\S+),/.exec(text)?.[1];
      if (!url) continue;
      const rest = Promise.all([stderr, drain(reader)]);
      return new Serving(child, url, rest);
    }
  }

  /** Asks it to end; gives the exit code. */
  async stop(): Promise<number> {
    this.child.kill("SIGTERM");
    const { code } = await this.child.status;
    await this.rest;
    return code;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    try {
      this.child.kill("SIGKILL");
    } catch {
      // It has ended.
    }
    await this.child.status;
    await this.rest;
  }
}

async function drain(reader: ReadableStreamDefaultReader<string>): Promise<void> {
  while (!(await reader.read()).done);
}

function isFile(path: string): boolean {
  try {
    return Deno.statSync(path).isFile;
  } catch {
    return false;
  }
}
