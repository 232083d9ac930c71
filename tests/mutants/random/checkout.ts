import { join } from "node:path";
import { denoDirectory } from "../../kit/deno_directory.ts";
import { copyCheckout } from "../copy_checkout.ts";

/** How tests ended: null for `failed` if all passed; null for `why` if it is not said. */
export type Ended = { failed: string | null; why: string | null; isTimedOut: boolean; seconds: number };

const MEMORY = "/dev/shm";

/** A copy of the checkout in which sources are changed while tests of it run. */
export class Checkout {
  private constructor(readonly root: string, readonly denoDirectory: string) {}

  /** Copies the checkout. */
  static async copy(): Promise<Checkout> {
    const checkout = new Checkout(await copyCheckout(), await denoDirectory());
    Deno.mkdirSync(join(checkout.root, ".cache"), { recursive: true });
    return checkout;
  }

  write(path: string, text: string): void {
    Deno.writeTextFileSync(join(this.root, path), text);
  }

  /** Calls a function of `some_tests.ts`, and runs the tests that it registers, for at most so many seconds. */
  async test(
    call: string,
    args: readonly unknown[],
    seconds: number,
    isStuck: () => boolean = () => false,
  ): Promise<Ended> {
    const started = performance.now();
    const isInMemory = Deno.statSync(MEMORY).isDirectory;
    const directory = Deno.makeTempDirSync({ prefix: "ah-", ...(isInMemory && { dir: MEMORY }) });
    Deno.chmodSync(directory, 0o711); // some tests run a command as another user
    const loader = JSON.stringify(`file://${this.root}/tests/mutants/random/some_tests.ts`);
    const entry = join(directory, "chosen_test.ts");
    const given = [`file://${this.root}`, ...args].map((each) => JSON.stringify(each)).join(", ");
    Deno.writeTextFileSync(entry, `import { ${call} } from ${loader};\nawait ${call}(${given});\n`);
    const out = join(directory, "out");
    // Its own group, so that what the tests started ends with them.
    const child = new Deno.Command("setsid", {
      args: ["sh", "-c", `exec "$@" >"$0" 2>&1`, out, Deno.execPath(), "test", "-A", "--no-check"]
        .concat(call === "loadChosen" ? ["--fail-fast"] : [])
        .concat(["--config", join(this.root, "deno.json"), entry]),
      cwd: this.root,
      env: { NO_COLOR: "1", TMPDIR: directory, DENO_DIR: this.denoDirectory },
    }).spawn();
    let isTimedOut = false;
    const timer = setInterval(() => {
      if (performance.now() - started < seconds * 1_000 && !isStuck()) return;
      isTimedOut = true;
      Deno.kill(-child.pid, "SIGKILL");
    }, 1_000);
    const { success } = await child.status;
    clearInterval(timer);
    try {
      Deno.kill(-child.pid, "SIGKILL");
    } catch {
      // nothing of it is left
    }
    const said = Deno.readTextFileSync(out);
    Deno.removeSync(directory, { recursive: true });
    const why = /(?:error: )((?:[A-Z]\w*Error|\w*Assertion).*)/.exec(said)?.[1]?.slice(0, 200) ?? null;
    const failed = success
      ? null
      : / FAILURES *\n+(.+?) +=> /.exec(said)?.[1] ?? `no test: ${said.slice(-300)}`;
    return { failed, why, isTimedOut, seconds: (performance.now() - started) / 1000 };
  }

  [Symbol.dispose](): void {
    Deno.removeSync(this.root, { recursive: true });
  }
}
