import assert from "node:assert/strict";
import { join } from "node:path";
import { createClient } from "../../client/client.ts";
import { TestRepository } from "../git.ts";
import { programFile } from "../programs.ts";
import { SANDBOX } from "../sandbox.ts";
import { temporaryDirectory } from "../temporary.ts";
import { makeCertificates } from "./certificates.ts";
import { testNeeding } from "../kit/skip.ts";

const deno = (args: string[], env: Record<string, string>) =>
  new Deno.Command(Deno.execPath(), {
    args: ["run", "-A", "--no-check", "--quiet", "--cached-only", programFile("cli.ts"), ...args],
    env,
    stdin: "null",
    stdout: "piped",
    stderr: "piped",
  }).spawn();

/** Between two looks at another process. */
const pause = () => new Promise((resolve) => setTimeout(resolve, 50));

/** Whether a process of this machine has such a command line. */
const isRunning = (words: string): boolean =>
  [...Deno.readDirSync("/proc")].some(({ name }) => {
    try {
      return /^\d+$/.test(name) && Deno.readTextFileSync(`/proc/${name}/cmdline`).startsWith(words);
    } catch {
      return false;
    }
  });

/** A process of which the lines are read until it ends. */
class Program implements AsyncDisposable {
  text = "";
  readonly #listeners = new Set<() => void>();
  readonly ended: Promise<Deno.CommandStatus>;

  constructor(readonly child: Deno.ChildProcess) {
    const read = async (stream: ReadableStream<Uint8Array<ArrayBuffer>>) => {
      for await (const text of stream.pipeThrough(new TextDecoderStream())) {
        this.text += text;
        for (const listener of this.#listeners) listener();
      }
    };
    this.ended = Promise.all([read(child.stdout), read(child.stderr)]).then(() => child.status);
  }

  /** Resolves with what a pattern finds in what was printed. */
  async said(pattern: RegExp): Promise<RegExpExecArray> {
    for (;;) {
      const found = pattern.exec(this.text);
      if (found) return found;
      const { promise, resolve } = Promise.withResolvers<string>();
      const heard = () => resolve("more");
      this.#listeners.add(heard);
      const how = await Promise.race([promise, this.ended.then(() => "ended")]);
      this.#listeners.delete(heard);
      if (how === "ended" && !pattern.exec(this.text)) throw new Error(`It ended: ${this.text}`);
    }
  }

  async end(signal: Deno.Signal): Promise<Deno.CommandStatus> {
    try {
      this.child.kill(signal);
    } catch {
      // It has ended already.
    }
    return await this.ended;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.end("SIGKILL");
  }
}

const openssl = await new Deno.Command("openssl", { args: ["version"], stdout: "null", stderr: "null" })
  .output()
  .then(({ success }) => success, () => false);

testNeeding(openssl ? null : "openssl is not installed. Install it.", {
  name:
    "two processes and a certificate: enrol, verify, kill the machine in the middle, verify again, stop in order",
  fn: async () => {
    using repository = TestRepository.make();
    const { certificate, key, authority } = await makeCertificates(temporaryDirectory());
    const [storage, directory] = [temporaryDirectory(), temporaryDirectory()];
    await using service = new Program(deno(["serve"], {
      AGENT_HARNESS_STORAGE_DIR: storage,
      AGENT_HARNESS_PORT: "0",
      AGENT_HARNESS_WORKER_LISTEN: "127.0.0.1:0",
      AGENT_HARNESS_WORKER_CERT: certificate,
      AGENT_HARNESS_WORKER_KEY: key,
      AGENT_HARNESS_WORKERS: "1",
    }));
    const url = (await service.said(/listens on (http:\S+),/))[1]!;
    const operator = createClient((path, init) => fetch(url + path, init));
    const flags = SANDBOX ? [] : ["--allow-unconfined"];
    const enrolled = new Program(
      deno([
        "workers",
        "enrol",
        "--name",
        "w1",
        "--trust",
        "verify",
        "--labels",
        "node22,gpu",
        ...flags,
        "--url",
        url,
      ], {
        AGENT_HARNESS_STORAGE_DIR: storage,
      }),
    );
    const [, control, code] = await enrolled.said(
      /worker --control (https:\/\/127\.0\.0\.1:\d+) --code (ahw_\w+)/,
    );
    await enrolled.ended;
    const machine = ["worker", "--directory", directory, "--ca", authority];
    const foreign = new Program(
      deno(["worker", "--directory", temporaryDirectory(), "--control", control!, "--code", code!], {}),
    );
    assert.equal((await foreign.ended).code, 69, "a certificate that nobody vouches for is not accepted");
    const run = async (command: string) => {
      const body = {
        repoPath: repository.root,
        request: 'create b.txt with "b"',
        verifier: { command },
        fix: 0,
      };
      return (await operator("POST /coordinator/runs", { body })).id;
    };
    const settled = async (id: string) => {
      for (;;) {
        const found = await operator("GET /runs/:id", { params: { id } });
        if (["waiting", "completed", "failed"].includes(found.status)) return found;
        await pause();
      }
    };
    await using first = new Program(deno([...machine, "--control", control!, "--code", code!], {}));
    await first.said(/asks https:\/\/127\.0\.0\.1/);
    for (let isHere = false; !isHere;) {
      isHere = (await operator("GET /workers")).items[0]?.lastSeenAt !== null;
      if (!isHere) await pause();
    }
    const done = await settled(await run("test -f b.txt"));
    assert.equal(done.evaluation?.reportedBy?.name, "w1", first.text);
    const seconds = 100_000 + Math.floor(Math.random() * 100_000);
    const second = await run(`test -f b.txt && sleep ${seconds}`);
    await first.said(/Verifying run_\w+: test -f b.txt && sleep/);
    while (!isRunning(`sleep\0${seconds}`)) await pause();
    await first.end("SIGKILL");
    await using again = new Program(deno([...machine, "--labels", "gpu,fast"], {}));
    await again.said(/asks https:/);
    assert.ok(!isRunning(`sleep\0${seconds}`), "what a killed machine left is ended before it asks again");
    await operator("POST /runs/:id/cancel", { params: { id: second } });
    assert.deepEqual(
      [...Deno.readDirSync(join(directory, "storage"))].filter(({ name }) => name === "setups"),
      [],
    );
    const third = await settled(await run("test -f b.txt && true"));
    assert.equal(third.evaluation?.outcome, "passed", again.text);
    const cli = async (...args: string[]) => {
      const program = new Program(deno([...args, "--url", url], { AGENT_HARNESS_STORAGE_DIR: storage }));
      assert.equal((await program.ended).code, 0, program.text);
      return program.text;
    };
    assert.match(await cli("workers", "list"), /w1 .*gpu .*fast .*verify/);
    await cli("workers", "trust", "w1", "--for", "", "--labels", "", "--group", "ours");
    const [w1] = (await operator("GET /workers")).items;
    assert.deepEqual([w1!.trust, w1!.allowedLabels, w1!.group], [[], [], "ours"]);
    assert.match(
      await cli("workers", "placement", "--verify-on", "any", "--labels", "gpu"),
      /any trusted.*gpu/,
    );
    const waits = await cli(
      ...["run", 'create c.txt with "c"', "--repo", repository.root, "--needs", "quiet,gpu", "--here"],
      ...["--verify", "true", "--json"],
    );
    const { needs, here } = JSON.parse(waits);
    assert.deepEqual([needs, here], [["quiet", "gpu"], true]);
    const said = await settled(JSON.parse(waits).id);
    assert.match(said.waitingFor!.detail, /needs gpu, quiet.*the run itself keeps it here/);
    assert.equal((await again.end("SIGTERM")).code, 0, again.text);
    assert.equal((await service.end("SIGTERM")).code, 0, service.text);
  },
});
