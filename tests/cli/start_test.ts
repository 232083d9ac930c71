import assert from "node:assert/strict";
import { join } from "node:path";
import { temporaryDirectory } from "../temporary.ts";
import { makeRepository, runCli } from "./fixture.ts";

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

/** Ends the service that holds a storage directory, and waits until that is free. */
async function end(storage: string): Promise<void> {
  const { pid } = JSON.parse(await Deno.readTextFile(join(storage, "lock")));
  assert.ok(pid > 0);
  Deno.kill(pid, "SIGTERM");
  using lock = Deno.openSync(join(storage, "lock"), { read: true, write: true });
  await lock.lock(true);
}

Deno.test("run: without a running service it starts one that keeps running; with --no-start it reports an error", async () => {
  await using there = await place();
  const { environment, repository } = there;
  const args = ["run", 'create b.txt with "b"', "--repo", repository];
  const none = await runCli([...args, "--no-start"], { environment });
  assert.equal(none.code, 69);
  assert.equal(none.stdout, "");
  assert.match(none.stderr, /No service answers at .*agent-harness serve/);
  const started = await runCli([...args, "--json"], { environment });
  assert.equal(started.code, 0, started.stderr);
  const { id } = JSON.parse(started.stdout);
  const found = await runCli(["runs", "get", id, "--json"], { environment });
  assert.equal(JSON.parse(found.stdout).id, id);
  await end(environment.AGENT_HARNESS_STORAGE_DIR);
});

Deno.test("run: --start with --token-file starts a service that accepts only this token", async () => {
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
  await end(environment.AGENT_HARNESS_STORAGE_DIR);
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
  assert.match(far.stderr, /is not an http address of this machine/);
});

Deno.test("run: two commands that start a service at the same time share the first one", async () => {
  await using there = await place();
  const { environment, repository } = there;
  const both = await Promise.all(
    ["b", "c"].map((name) =>
      runCli(["run", `create ${name}.txt with "x"`, "--repo", repository], { environment })
    ),
  );
  assert.deepEqual(both.map(({ code }) => code), [0, 0], both.map(({ stderr }) => stderr).join());
  const listed = await runCli(["runs", "list", "--json"], { environment });
  assert.equal(JSON.parse(listed.stdout).length, 2, listed.stdout);
  await end(environment.AGENT_HARNESS_STORAGE_DIR);
});

Deno.test("AGENT_HARNESS_PORT alone moves the service and the commands; AGENT_HARNESS_URL overrides it for the commands", async () => {
  await using there = await place();
  const { AGENT_HARNESS_URL, ...others } = there.environment;
  const environment = { ...others, AGENT_HARNESS_PORT: new URL(AGENT_HARNESS_URL).port };
  const started = await runCli(["run", 'create b.txt with "b"', "--repo", there.repository], { environment });
  assert.equal(started.code, 0, started.stderr);
  assert.match(started.stderr, new RegExp(`Started a service at ${AGENT_HARNESS_URL},`));
  const listed = await runCli(["runs", "list", "--json"], { environment });
  assert.equal(JSON.parse(listed.stdout).length, 1, listed.stderr);
  const shown = await runCli(["config", "show", "--json"], { environment });
  assert.match(shown.stdout, new RegExp(`"${AGENT_HARNESS_URL}"`));
  const other = await runCli(["runs", "list"], {
    environment: { ...environment, AGENT_HARNESS_URL: "http://127.0.0.1:1" },
  });
  assert.match(other.stderr, /No service answers at http:\/\/127\.0\.0\.1:1\./);
  assert.ok(other.stderr.includes(`Yours listens at ${AGENT_HARNESS_URL}: pass --url`), other.stderr);
  await end(environment.AGENT_HARNESS_STORAGE_DIR);
  const ended = await runCli(["runs", "list"], { environment });
  assert.match(ended.stderr, /No service answers at .* Start it with `agent-harness serve`/);
});

Deno.test("AGENT_HARNESS_PORT that is no port is refused by every command as by the service, and no other port is asked", async () => {
  const environment = { AGENT_HARNESS_STORAGE_DIR: temporaryDirectory() };
  for (const port of ["abc", "70000"]) {
    const refused = await Promise.all(
      [["serve"], ["runs", "list"], ["doctor"]].map((words) =>
        runCli(words, { environment: { ...environment, AGENT_HARNESS_PORT: port } })
      ),
    );
    for (const { code, stdout, stderr } of refused) {
      assert.deepEqual([code, stdout], [2, ""], stderr);
      assert.match(
        stderr,
        new RegExp(`AGENT_HARNESS_PORT is "${port}"\\. Use a whole number from 0 to 65535\\.`),
      );
    }
  }
  Deno.removeSync(environment.AGENT_HARNESS_STORAGE_DIR, { recursive: true });
});
