import { join } from "node:path";
import { type ProcessOptions, runProcess } from "../../../services/machine/processes/run.ts";
import {
  composeSandbox,
  defaultLimits,
  type SandboxPlace,
  type SandboxRule,
} from "../../../services/machine/processes/sandbox/mod.ts";
import { sandboxOfMachine } from "../../sandbox.ts";
import { temporaryDirectory } from "../../temporary.ts";

/** The rule of a command to which nothing is given. */
export const NOTHING_GIVEN: SandboxRule = {
  sandbox: true,
  network: false,
  hosts: [],
  defaultHosts: true,
  environment: {},
  limits: defaultLimits(),
  systemCalls: [],
  readable: [],
  writable: [],
};

/** A storage directory with a worktree, and a person's home beside it, each with something in it. Dispose it. */
export class Enclosure implements Disposable {
  readonly top = temporaryDirectory();
  readonly storage = this.#made("storage", "secret.txt");
  readonly worktree = this.#made("storage/workspaces/run/task", "a.txt");
  /** The person's home, where the command sees its own instead. */
  readonly person = this.#made("person", "secret.txt");
  /** The command's home on this machine. */
  readonly home = this.#made("storage/workspaces/run/task.home");
  readonly outside = this.#made("outside", "secret.txt");

  path(name: string): string {
    return join(this.top, name);
  }

  /** Runs a command in the sandbox, with what the rule and the place say besides the usual. */
  async run(
    command: string,
    { rule = {}, place = {}, ...options }: Partial<ProcessOptions> & {
      rule?: Partial<SandboxRule>;
      place?: Partial<SandboxPlace>;
    } = {},
  ) {
    const temporary = Deno.makeTempDirSync({ dir: join(this.storage, "workspaces/run") });
    const given = { ...NOTHING_GIVEN, ...rule };
    const held = await composeSandbox(
      sandboxOfMachine(),
      {
        directory: this.worktree,
        home: this.home,
        temporary,
        readable: [],
        masked: [],
        storageDirectory: this.storage,
        searchPath: Deno.env.get("PATH") ?? "",
        ...place,
      },
      given,
      this.person,
    );
    return await runProcess({
      command,
      directory: this.worktree,
      signal: new AbortController().signal,
      timeoutMilliseconds: 60_000,
      outputLimit: 100_000,
      onSpawn: () => {},
      sandbox: { ...held, limits: given.limits },
      ...options,
    });
  }

  #made(name: string, file?: string): string {
    const directory = this.path(name);
    Deno.mkdirSync(directory, { recursive: true });
    if (file) Deno.writeTextFileSync(join(directory, file), `canary of ${name}\n`);
    return directory;
  }

  [Symbol.dispose](): void {
    Deno.removeSync(this.top, { recursive: true });
  }
}

/** Living processes whose command line holds a text. */
export function processesWith(text: string): number[] {
  return [...Deno.readDirSync("/proc")].filter(({ name }) => /^\d+$/.test(name)).flatMap(({ name }) => {
    try {
      const line = Deno.readTextFileSync(`/proc/${name}/cmdline`);
      return line.includes(text) ? [Number(name)] : [];
    } catch {
      return []; // it ended meanwhile
    }
  });
}

/** A duration for `sleep` that no other process of this machine has in its command line. */
export const uniqueSleep = (): string => `9${crypto.getRandomValues(new Uint32Array(1))[0]}`;

/** Resolves when so many processes have that text in their command line. */
export async function untilLiving(text: string, count: number): Promise<void> {
  while (processesWith(text).length < count) await new Promise((resolve) => setTimeout(resolve, 1));
}

/** Resolves when no process has that text in its command line; a test that waits for ever is a failed one. */
export async function allGone(text: string): Promise<void> {
  while (processesWith(text).length > 0) await new Promise((resolve) => setTimeout(resolve, 1));
}
