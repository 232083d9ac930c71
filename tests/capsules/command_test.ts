import assert from "node:assert/strict";
import { join } from "node:path";
import { writeArchive } from "../../services/operations/backups/archive/write.ts";
import { messageOf } from "../../store/shared/message_of.ts";
import { CLI, runCli, spawnCli, startFixture } from "../cli/fixture.ts";
import { denoDirectory } from "../kit/deno_directory.ts";
import { testNeeding } from "../kit/skip.ts";
import { TestRepository } from "../git.ts";
import { harness } from "../harness.ts";
import { SANDBOX, sandboxTest } from "../sandbox.ts";
import { temporaryDirectory } from "../temporary.ts";
import { exported, verifiedRun } from "./made.ts";

/** Another machine: no storage directory, no service. */
const NOWHERE = { AGENT_HARNESS_URL: "http://127.0.0.1:9" };

/** Nobody, whom every system has. */
const USER = 65534;

/** Runs a program as another user, whose home is a directory. Returns what it printed. */
async function asAnotherUser(home: string, command: readonly string[]): Promise<string> {
  const cache = join(home, "deno");
  Deno.mkdirSync(cache, { recursive: true });
  const ids = ["--reuid", `${USER}`, "--regid", `${USER}`, "--clear-groups"];
  // The cache of packages is in a home that others may not enter.
  const mounted = 'mount --bind "$1" "$2" && shift 2 && exec setpriv "$@"';
  const { stdout, stderr } = await new Deno.Command("unshare", {
    args: ["-m", "sh", "-c", mounted, "sh", await denoDirectory(), cache, ...ids, ...command],
    clearEnv: true,
    env: { PATH: Deno.env.get("PATH") ?? "", HOME: home, TMPDIR: home, DENO_DIR: cache, ...NOWHERE },
    cwd: home,
    stdin: "null",
  }).output();
  return new TextDecoder().decode(stdout) || new TextDecoder().decode(stderr);
}

async function reasonAgainstAnotherUser(): Promise<string | null> {
  if (Deno.uid() !== 0) return "needs root, to start the program as another user";
  const home = temporaryDirectory();
  Deno.chownSync(home, USER, USER);
  const said = await asAnotherUser(home, [Deno.execPath(), "run", "-A", "--quiet", CLI, "--version"])
    .catch((cause) => messageOf(cause));
  return /^\d+\.\d+/.test(said) ? null : `another user cannot start the program here: ${said.slice(0, 200)}`;
}

/** A capsule that the command line exported, of a run whose verifier leaves a mark where it runs. */
async function exportedByCommand(verifier: string) {
  await using fixture = await startFixture();
  const repository = await fixture.repository({ "a.txt": "hello\n" });
  const { id } = await fixture.waitingRun('create b.txt with "b"', repository, verifier);
  const path = join(temporaryDirectory(), "fix.capsule");
  const unasked = await fixture.run(["runs", "capsule", id, "--to", path]);
  const asked = await fixture.run(["runs", "capsule", id, "--to", path, "--yes"]);
  const again = await fixture.run(["runs", "capsule", id, "--to", path, "--yes"]);
  const doctor = await fixture.run(["doctor"], {
    environment: { AGENT_HARNESS_STORAGE_DIR: fixture.storage },
  });
  const own = await fixture.run(["capsule", "verify", path], {
    environment: { AGENT_HARNESS_STORAGE_DIR: fixture.storage },
  });
  const signer = /SHA256:[A-Za-z0-9+/]{43}/.exec(asked.stdout)?.[0] ?? "";
  return { path, signer, unasked, asked, again, doctor, own };
}

Deno.test("runs capsule lists every file that leaves, asks, and writes no file twice; doctor shows the signer", async () => {
  const { path, signer, unasked, asked, again, doctor, own } = await exportedByCommand("grep -q b b.txt");
  assert.equal(unasked.code, 2);
  assert.match(unasked.stderr, /Without a terminal, say so by adding --yes/);
  assert.match(unasked.stdout, /the run's entries of the log \(\d+ bytes\)/);
  assert.match(unasked.stdout, /^ {2}a\.txt$/m);
  assert.match(unasked.stdout, /^ {2}b\.txt$/m);
  assert.equal(asked.code, 0, asked.stderr);
  assert.equal(Deno.statSync(path).mode! & 0o777, 0o600);
  assert.equal(again.code, 2);
  assert.match(again.stderr, /exists\. Name another file with --to/);
  assert.ok(doctor.stdout.includes(`${signer}, which signs capsules`), doctor.stdout);

  assert.equal(own.code, 0, own.stdout);
  assert.match(own.stdout, /^✓ signer .* is the key of this machine's storage directory\.$/m);

  const verified = await runCli(["capsule", "verify", path, "--signer", signer], { environment: NOWHERE });
  assert.equal(verified.code, 0, verified.stdout + verified.stderr);
  assert.match(verified.stdout, /Verified: it is what its signer exported/);

  const unknown = await runCli(["capsule", "verify", path], { environment: NOWHERE });
  assert.equal(unknown.code, 1);
  assert.match(unknown.stdout, /Intact, but signed by an unknown key/);

  const signers = join(temporaryDirectory(), "signers");
  Deno.writeTextFileSync(signers, `# colleagues\n${signer} anna\n`);
  const known = await runCli(["capsule", "verify", path, "--signer", signers, "--json"], {
    environment: NOWHERE,
  });
  assert.deepEqual([JSON.parse(known.stdout).ok, JSON.parse(known.stdout).known], [true, true]);

  const to = join(temporaryDirectory(), "opened");
  for (const more of [[], ["--yes"]]) {
    const refused = await runCli(["capsule", "open", path, "--to", to, ...more], { environment: NOWHERE });
    assert.equal(refused.code, 4, refused.stdout);
    assert.match(refused.stderr, /The signer SHA256:\S+ is unknown here, so nothing was written or run/);
    assert.throws(() => Deno.statSync(to), Deno.errors.NotFound);
  }
  const opened = await runCli(["capsule", "open", path, "--to", to, "--signer", signer, "--yes"], {
    environment: NOWHERE,
  });
  assert.equal(opened.code, 0, opened.stderr);
  assert.equal(Deno.readTextFileSync(join(to, "base/a.txt")), "hello\n");
  const full = await runCli(["capsule", "open", path, "--to", to, "--signer", signer, "--yes"], {
    environment: NOWHERE,
  });
  assert.equal(full.code, 2);
  assert.match(full.stderr, /Name a new or an empty directory/);

  const missing = await runCli(["capsule", "verify", `${path}.not`], { environment: NOWHERE });
  assert.equal(missing.code, 3);
  const wrong = await runCli(["capsule", "verify", path, "--signer", "SHA256:short"], {
    environment: NOWHERE,
  });
  assert.equal(wrong.code, 2);
});

sandboxTest(
  "capsule rerun shows what it would run, and after a yes finds the same on another storage",
  async () => {
    const { path, signer } = await exportedByCommand('grep -q b b.txt && test ! -e "$HOME/.ssh"');
    const asked = await runCli(["capsule", "rerun", path, "--signer", signer], { environment: NOWHERE });
    assert.equal(asked.code, 2);
    assert.match(asked.stderr, /Verifier: {2}grep -q b b\.txt/);
    assert.match(asked.stderr, /Run them\? Without a terminal/);
    const unknown = await runCli(["capsule", "rerun", path, "--yes"], { environment: NOWHERE });
    assert.equal(unknown.code, 4);

    const to = join(temporaryDirectory(), "kept");
    const run = await runCli(["capsule", "rerun", path, "--signer", signer, "--yes", "--to", to, "--json"], {
      environment: NOWHERE,
    });
    assert.equal(run.code, 0, run.stdout + run.stderr);
    const { same, here, recorded } = JSON.parse(run.stdout);
    assert.deepEqual([same, here, recorded], [
      true,
      { outcome: "passed", exitCode: 0 },
      { outcome: "passed", exitCode: 0 },
    ]);
    assert.ok(Deno.statSync(join(to, ".git/shallow")).isFile);
  },
);

/** Why the command line cannot be started as another user here; null if it can. */
const NO_OTHER_USER = SANDBOX === null ? "needs a sandbox" : await reasonAgainstAnotherUser();

testNeeding(NO_OTHER_USER, {
  name: "a capsule is verified and run again by another user, with a storage of their own",
  fn: async () => {
    const { path, signer } = await exportedByCommand("grep -q b b.txt");
    const home = temporaryDirectory();
    const theirs = join(home, "fix.capsule");
    Deno.copyFileSync(path, theirs);
    for (const each of [home, theirs]) Deno.chownSync(each, USER, USER);
    const main = (command: string, more: readonly string[]) =>
      asAnotherUser(home, [
        Deno.execPath(),
        "run",
        "-A",
        "--quiet",
        CLI,
        "capsule",
        command,
        theirs,
        ...more,
      ]);
    const verified = await main("verify", ["--signer", signer]);
    assert.match(verified, /Verified: it is what its signer exported/);
    const rerun = await main("rerun", ["--signer", signer, "--yes", "--json"]);
    assert.deepEqual(JSON.parse(rerun).here, { outcome: "passed", exitCode: 0 }, rerun);
  },
});

Deno.test("runs capsule ends with the exit code of a refusal, and leaves nothing of a download that breaks", async () => {
  const contents = {
    files: [],
    repositoryFiles: [],
    suspicious: [],
    leftOut: [],
    signer: "SHA256:x",
    contentsSha256: "0",
  };
  const broken = () =>
    new Response(
      new ReadableStream({
        start: (stream) => stream.enqueue(new Uint8Array(100_000)),
        pull: (stream) => stream.error(new Error("gone")),
      }),
    );
  const answers = [() => Response.json({ error: "There is no such run." }, { status: 404 }), broken];
  await using server = Deno.serve(
    { port: 0, hostname: "127.0.0.1", onListen: () => {}, onError: () => new Response() },
    ({ method }) => method === "GET" ? Response.json(contents) : answers.shift()!(),
  );
  const place = temporaryDirectory();
  const environment = { AGENT_HARNESS_URL: `http://127.0.0.1:${server.addr.port}` };
  const args = ["runs", "capsule", "run_00000000000000000000000000", "--to", join(place, "x"), "--yes"];
  for (const code of [3, 1]) {
    const ended = await runCli(args, { environment });
    assert.deepEqual([ended.code, [...Deno.readDirSync(place)]], [code, []], ended.stderr);
  }
  Deno.removeSync(place, { recursive: true });
});

Deno.test("Ctrl-C during capsule verify leaves nothing of what was unpacked", async () => {
  const [place, scratch] = [temporaryDirectory(), temporaryDirectory()];
  const path = join(place, "large.capsule");
  await writeArchive({ path, encryption: null, at: new Date(0) }, async (archive) => {
    await archive.bytes("objects", new Uint8Array(256 * 1024 * 1024));
  });
  const watcher = Deno.watchFs(scratch);
  const child = spawnCli(["capsule", "verify", path], { environment: { ...NOWHERE, TMPDIR: scratch } });
  for await (const { kind } of watcher) if (kind === "create") break;
  child.kill("SIGINT");
  const { code, signal, stderr } = await child.output();
  assert.deepEqual([code, signal, [...Deno.readDirSync(scratch)]], [1, null, []]);
  assert.match(new TextDecoder().decode(stderr), /Interrupted\. What was unpacked is removed/);
  for (const directory of [place, scratch]) Deno.removeSync(directory, { recursive: true });
});

Deno.test("Ctrl-C during capsule open ends it, and leaves nothing of what was written", async () => {
  const files = Object.fromEntries(Array.from({ length: 2_000 }, (_, i) => [`${i}.txt`, `${i}\n`]));
  using repository = TestRepository.make({ ...files, "a.txt": "hello\n" });
  await using h = await harness({ workers: 1 });
  const { path, signer } = await exported(h, (await verifiedRun(h, repository)).id);
  const to = temporaryDirectory();
  const watcher = Deno.watchFs(to);
  const child = spawnCli(["capsule", "open", path, "--to", to, "--signer", signer, "--yes"], {
    environment: NOWHERE,
  });
  for await (const { kind } of watcher) if (kind === "create") break;
  child.kill("SIGINT");
  const { code, signal, stderr } = await child.output();
  assert.deepEqual([code, signal, [...Deno.readDirSync(to)]], [1, null, []]);
  assert.match(new TextDecoder().decode(stderr), /Interrupted\. What was unpacked is removed/);
  Deno.removeSync(to, { recursive: true });
});
