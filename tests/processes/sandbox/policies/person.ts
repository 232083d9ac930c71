import { dirname, join } from "node:path";
import { writeExecutable } from "../../../executable.ts";
import { TestRepository } from "../../../git.ts";
import { temporaryDirectory } from "../../../temporary.ts";
import { agentProgram } from "../../../models/acp/acp_world.ts";

const HERE = new URL(".", import.meta.url).pathname;

/** What lies in the home of somebody who works with this: the paths of every file that holds a canary. */
const CANARIES = {
  home: [
    ".ssh/id_ed25519",
    ".netrc",
    ".config/gh/hosts.yml",
    ".local/share/keyrings/login",
    ".cargo/credentials.toml",
  ],
  onPath: ["work/shop/.env", "work/shop/lib/secret.rb"],
  sibling: ["work/other/notes", "work/mine/untracked"],
};

/**
 * A person with a home, their programs on the `PATH`, the storage directory in its default place, and an agent installed as a single
 * program: everything that a sandbox must take apart. Dispose it.
 */
export class Person implements Disposable {
  readonly top = temporaryDirectory();
  readonly home = join(this.top, "me");
  readonly storage = join(this.home, ".local/share/agent-harness");
  /** The directory of the whole test run belongs to the user who started it. */
  readonly temporary = join(this.top, "tmp");
  readonly repository: TestRepository;
  readonly path = ["bin", ".local/bin", ".cargo/bin", "work/shop/bin"].map((name) => join(this.home, name))
    .concat("/usr/local/bin", "/usr/bin", "/bin").join(":");

  constructor(readonly uid: number) {
    for (const name of Object.values(CANARIES).flat()) this.#write(name, "canary\n");
    for (const name of ["bin/tool", ".cargo/bin/cargo", "work/shop/bin/rails"]) {
      this.#program(name, "#!/bin/sh\n");
    }
    this.#write("work/shop/.git/config", "");
    Deno.mkdirSync(this.storage, { recursive: true, mode: 0o700 });
    Deno.mkdirSync(this.temporary, { mode: 0o700 });
    this.repository = new TestRepository(join(this.home, "work/mine"));
    this.repository.git("init", "-q", "-b", "main");
    this.repository.commit({ "a.txt": "hello\n" });
  }

  /** Puts the probe on the `PATH`, with what it looks for; the agent, and the providers that it needs. */
  async equip(found: Readonly<Record<string, unknown>>, baseUrl: string): Promise<void> {
    const at = (names: readonly string[]) => names.map((name) => join(this.home, name));
    const given = {
      ...found,
      home: at(CANARIES.home),
      onPath: at(CANARIES.onPath),
      sibling: at(CANARIES.sibling),
      covered: [this.storage],
      storage: ["harness.db", "lock", "providers.json", "secrets/master.key"].map((name) =>
        join(this.storage, name)
      ),
    };
    const probe = Deno.readTextFileSync(join(HERE, "probe.py")).replace("@GIVEN@", JSON.stringify(given));
    this.#program("bin/probe", probe);
    this.#program(".local/bin/agent.js", Deno.readTextFileSync(await agentProgram()));
    const run = "exec deno run --quiet --no-config --no-lock -A";
    this.#program(".local/bin/agent", `#!/bin/sh\n${run} "${this.home}/.local/bin/agent.js" "$@"\n`);
    const providers = [
      { id: "local", kind: "openai-compatible", baseUrl, models: [{ id: "test-model" }] },
      { id: "coder", kind: "acp", command: ["agent", "resume"], through: "local" },
    ];
    Deno.writeTextFileSync(join(this.storage, "providers.json"), JSON.stringify({ providers }));
    this.own();
  }

  /** Gives what is at a path to the person, whoever made it; the service may change the rest at any time. */
  own(path = this.top): void {
    const { success } = new Deno.Command("chown", { args: ["-R", `${this.uid}:${this.uid}`, path] })
      .outputSync();
    if (!success) throw new Error("the person cannot own their files");
  }

  /** Returns what turns a command into one of this person. */
  wrap(extra: Readonly<Record<string, string>> = {}): string[] {
    const user = this.uid === Deno.uid()
      ? []
      : ["setpriv", `--reuid=${this.uid}`, `--regid=${this.uid}`, "--clear-groups"];
    const variables = Object.entries({
      HOME: this.home,
      PATH: this.path,
      TMPDIR: this.temporary,
      DENO_DIR: join(this.home, ".cache/service"),
      CANARY_OF_THE_SERVICE: "canary",
      ...extra,
    });
    return [
      ...user,
      "/usr/bin/python3",
      join(HERE, "launcher.py"),
      this.home,
      "env",
      ...variables.map(([name, value]) => `${name}=${value}`),
    ];
  }

  #write(name: string, content: string): string {
    const path = join(this.home, name);
    Deno.mkdirSync(dirname(path), { recursive: true });
    Deno.writeTextFileSync(path, content);
    return path;
  }

  #program(name: string, content: string): void {
    const path = this.#write(name, "");
    Deno.removeSync(path);
    writeExecutable(path, content);
  }

  [Symbol.dispose](): void {
    Deno.removeSync(this.top, { recursive: true });
  }
}
