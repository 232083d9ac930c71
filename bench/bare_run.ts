import { join } from "node:path";
import { BARE_SANDBOX } from "./bare_sandbox.ts";

const IDENTITY = ["-c", "user.name=Bench", "-c", "user.email=bench@example.invalid"];

/**
 * The bare equivalent of a small run: one file written in a worktree of a private clone, `true` as its verifier, and the
 * patch of what changed. Each step is a command as one types it, and nothing of it is recorded.
 */
export class BareRun {
  readonly #clone: string;
  readonly #verifier: string[];

  private constructor(readonly directory: string, sandboxed: boolean) {
    this.#clone = join(directory, "clone.git");
    this.#verifier = [...(sandboxed ? ["bwrap", ...BARE_SANDBOX] : []), "sh", "-c", "true"];
  }

  /** Clones the repository, which a service does once for all runs too. */
  static async prepare(repository: string, directory: string, sandboxed: boolean): Promise<BareRun> {
    const bare = new BareRun(directory, sandboxed);
    await run(["git", "clone", "--quiet", "--bare", repository, bare.#clone], directory);
    return bare;
  }

  async perform(name: string): Promise<void> {
    const worktree = join(this.directory, name);
    await run(["git", "worktree", "add", "--quiet", "--detach", worktree], this.#clone);
    await Deno.writeTextFile(join(worktree, `${name}.txt`), "hello\n");
    await run(this.#verifier, worktree);
    await run(["git", "add", "--all"], worktree);
    await run(["git", ...IDENTITY, "commit", "--quiet", "--message", name], worktree);
    await Deno.writeFile(
      join(this.directory, `${name}.patch`),
      await run(["git", "diff", "--binary", "HEAD~1", "HEAD"], worktree),
    );
  }
}

/** Makes a repository with one commit of one file. */
export async function makeRepository(directory: string): Promise<void> {
  await Deno.writeTextFile(join(directory, "README.md"), "A repository to measure with.\n");
  await run(["git", "init", "--quiet"], directory);
  await run(["git", "add", "--all"], directory);
  await run(["git", ...IDENTITY, "commit", "--quiet", "--message", "first"], directory);
}

async function run([program, ...args]: string[], cwd: string): Promise<Uint8Array<ArrayBuffer>> {
  const { success, stdout, stderr } = await new Deno.Command(program!, { args, cwd }).output();
  if (!success) throw new Error(`${program} ${args.join(" ")}: ${new TextDecoder().decode(stderr)}`);
  return stdout;
}
