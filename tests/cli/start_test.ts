import assert from "node:assert/strict";
import { join } from "node:path";
import { main } from "../../commands/main.ts";
import { fakeShell, makeRepository, runCli } from "./fixture.ts";

/** A storage directory, a repository, and a port that nobody listens on. */
async function place() {
  const directory = await Deno.realPath(await Deno.makeTempDir({ prefix: "agent-harness-test-cli-" }));
  const storage = join(directory, "storage");
  await Deno.mkdir(storage, { mode: 0o700 });
  const free = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const { port } = free.addr;
  free.close();
  const environment = {
    AGENT_HARNESS_URL: `http://127.0.0.1:${port}`,
    AGENT_HARNESS_STORAGE_DIR: storage,
    AGENT_HARNESS_MAINTENANCE_INTERVAL_MS: "0",
    AGENT_HARNESS_WORKERS: "0",
  };
  const repository = await makeRepository(join(directory, "repository"), { "a.txt": "a\n" });
  return {
    environment,
    repository,
    [Symbol.asyncDispose]: () => Deno.remove(directory, { recursive: true }),
  };
}

/** Ends a service by the process that the command named, and waits until its directory is free. */
async function end(stderr: string, storage: string): Promise<void> {
  const pid = Number(/To end it: kill (\d+)/.exec(stderr)?.[1]);
  assert.ok(pid > 0, stderr);
  Deno.kill(pid, "SIGTERM");
  using lock = Deno.openSync(join(storage, "lock"), { read: true, write: true });
  await lock.lock(true);
}

Deno.test("run: where no service is running it says so and offers --start, which starts one that stays", async () => {
  await using there = await place();
  const { environment, repository } = there;
  const args = ["run", 'create b.txt with "b"', "--repo", repository];
  const none = await runCli(args, { environment });
  assert.equal(none.code, 69);
  assert.equal(none.stdout, "");
  assert.match(none.stderr, /No service answers at .* Add --start/);
  const started = await runCli([...args, "--start", "--json"], { environment });
  assert.equal(started.code, 0, started.stderr);
  const { id } = JSON.parse(started.stdout);
  const found = await runCli(["runs", "get", id, "--json"], { environment });
  assert.equal(JSON.parse(found.stdout).id, id);
  await end(started.stderr, environment.AGENT_HARNESS_STORAGE_DIR);
});

Deno.test("run: --start with --token-file starts a service that takes this token, and no other", async () => {
  await using there = await place();
  const { environment, repository } = there;
  const token = join(environment.AGENT_HARNESS_STORAGE_DIR, "..", "token");
  await Deno.writeTextFile(token, "a-token-of-a-file\n", { mode: 0o600 });
  const args = [
    "run",
    'create b.txt with "b"',
    "--repo",
    repository,
    "--start",
    "--token-file",
    token,
    "--json",
  ];
  const started = await runCli(args, { environment });
  assert.equal(started.code, 0, started.stderr);
  const [without, withToken] = await Promise.all([
    runCli(["runs", "list"], { environment }),
    runCli(["runs", "list", "--token-file", token], { environment }),
  ]);
  await end(started.stderr, environment.AGENT_HARNESS_STORAGE_DIR);
  assert.equal(without.code, 4, without.stderr);
  assert.equal(withToken.code, 0, withToken.stderr);
});

Deno.test("run: --start without a storage directory, or for another machine, says what to do and starts nothing", async () => {
  await using there = await place();
  const { AGENT_HARNESS_URL } = there.environment;
  const [unset, far] = await Promise.all([
    runCli(["run", "x", "--repo", there.repository, "--start"], { environment: { AGENT_HARNESS_URL } }),
    runCli(["run", "x", "--repo", there.repository, "--start", "--url", "https://127.0.0.1:1"], {
      environment: { ...there.environment, AGENT_HARNESS_URL: "http://127.0.0.1:1" },
    }).then((ended) => ended),
  ]);
  assert.equal(unset.code, 2);
  assert.match(unset.stderr, /agent-harness init/);
  assert.equal(far.code, 2);
  assert.match(far.stderr, /is not a plain http address of this machine/);
});

Deno.test("run: a person is asked; a no starts nothing, and with --no-input nobody is asked", async () => {
  await using there = await place();
  const args = ["run", "x", "--repo", there.repository];
  const no = fakeShell(["n"], there.environment);
  assert.equal(await main(args, no.shell), 69);
  assert.equal(no.questions.length, 1);
  assert.match(no.printed.stderr, /No service answers/);
  const quiet = fakeShell(["y"], there.environment);
  assert.equal(await main([...args, "--no-input"], quiet.shell), 69);
  assert.deepEqual(quiet.questions, []);
});
