import { denoDirectory } from "../kit/deno_directory.ts";
import { basename, join } from "node:path";
import { childEnvironment } from "../../services/machine/processes/environment.ts";
import { speech } from "../audio/audio_world.ts";
import { makeRepository } from "../cli/fixture.ts";
import { temporaryDirectory } from "../temporary.ts";
import { pathOf } from "./pages/mod.ts";
import { writeExecutable } from "../executable.ts";
import { programFile } from "../programs.ts";

const ROOT = pathOf("").pathname;

/** What CI runs: the last line of its script. */
export const TEST_COMMAND = Deno.readTextFileSync(pathOf(".ci/run")).trimEnd().split("\n").at(-1)!;

/** To fetch Deno from npm takes a network; that it is CI's version can be seen without one. */
const NPX = `#!/bin/sh
case "${TEST_COMMAND}" in "npx $1 $2 "*) ;; *) echo "npx $*: not the Deno that CI runs" >&2; exit 1 ;; esac
shift 2
exec "${Deno.execPath()}" "$@"
`;

const PROGRAM = `#!/bin/sh
exec "${Deno.execPath()}" run -A --quiet --cached-only "${programFile("cli.ts")}" "$@"
`;

const SUBTITLES = "1\n00:00:00,000 --> 00:00:01,000\nGood morning.\n";

/** What a command came to. */
export type Ended = { code: number; stdout: string; stderr: string };

/**
 * Somebody who follows a page: a home of their own with two repositories in it, the program on their path, and a service as
 * soon as they start one. Dispose it.
 */
export class Reader implements AsyncDisposable {
  readonly home = temporaryDirectory();
  readonly storage = join(this.home, "agent-harness");
  #service: { url: string; child: Deno.ChildProcess; drained: Promise<unknown> } | null = null;

  private constructor(readonly environment: Record<string, string>) {}

  static async make(): Promise<Reader> {
    const { PATH = "", ...surroundings } = childEnvironment();
    const reader = new Reader(surroundings);
    const bin = join(reader.home, "bin");
    await Deno.mkdir(bin);
    await Deno.symlink(Deno.execPath(), join(bin, "deno"));
    for (const [name, text] of [["npx", NPX], ["agent-harness", PROGRAM]] as const) {
      writeExecutable(join(bin, name), text);
    }
    Object.assign(reader.environment, {
      PATH: `${bin}:${PATH}`,
      HOME: reader.home,
      DENO_DIR: await denoDirectory(),
      AGENT_HARNESS_STORAGE_DIR: reader.storage,
      AGENT_HARNESS_PORT: "0",
    });
    await makeRepository(join(reader.home, "shop"), { "a.txt": "Hello\n" });
    await makeRepository(join(reader.home, "my", "repository"), { "a.txt": "Hello\n" });
    await Deno.writeFile(join(reader.home, "meeting.wav"), speech(1));
    await Deno.writeTextFile(join(reader.home, "meeting.srt"), SUBTITLES);
    return reader;
  }

  /** Where the service is that they started; null before. */
  get url(): string | null {
    return this.#service?.url ?? null;
  }

  /** Runs a text as a shell does, in the clone; `wholly` gives false once enough was printed, and the command is ended. */
  async run(text: string, wholly: (stdout: string) => boolean = () => true): Promise<Ended> {
    const child = this.#spawn(text);
    const stderr = new Response(child.stderr).text();
    let stdout = "";
    for await (const part of child.stdout.pipeThrough(new TextDecoderStream())) {
      stdout += part;
      if (wholly(stdout)) continue;
      child.kill("SIGTERM");
      break;
    }
    const { code } = await child.status;
    return { code: wholly(stdout) ? code : 0, stdout, stderr: await stderr };
  }

  /** Runs the command that starts the service, and resolves when it listens. */
  async serve(text: string): Promise<void> {
    await Deno.mkdir(this.storage, { recursive: true, mode: 0o700 });
    const child = this.#spawn(text);
    const listening = Promise.withResolvers<string>();
    let printed = "";
    const drain = async (stream: ReadableStream<Uint8Array<ArrayBuffer>>) => {
      for await (const part of stream.pipeThrough(new TextDecoderStream())) {
        printed += part;
        const url = /listens on (http:\S+),/.exec(printed)?.[1];
        if (url) listening.resolve(url);
      }
    };
    const drained = Promise.all([drain(child.stdout), drain(child.stderr)]).then(() =>
      listening.reject(new Error(`the service ended before it listened: ${printed}`))
    );
    const url = await listening.promise;
    this.#service = { url, child, drained };
    this.environment.AGENT_HARNESS_URL = url;
  }

  #spawn(text: string): Deno.ChildProcess {
    return new Deno.Command("sh", {
      args: ["-c", text],
      cwd: ROOT,
      clearEnv: true,
      env: this.environment,
      stdin: "null",
      stdout: "piped",
      stderr: "piped",
    }).spawn();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (this.#service) {
      // A shell and a task runner may stand between; the lock names the service itself.
      const { pid } = JSON.parse(await Deno.readTextFile(join(this.storage, "lock"))) as { pid: number };
      Deno.kill(pid, "SIGTERM");
      await this.#service.child.status;
      await this.#service.drained;
    }
    await Deno.remove(this.home, { recursive: true });
  }
}

/** The newest file of a directory by its name. */
export const newestOf = (directory: string): string =>
  join(directory, [...Deno.readDirSync(directory)].map(({ name }) => basename(name)).sort().at(-1) ?? "");
