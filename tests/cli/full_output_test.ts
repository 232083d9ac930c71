import assert from "node:assert/strict";
import { join } from "node:path";
import { CLI, runCli, startFixture } from "./fixture.ts";
import { lockStorage } from "../../store/lock.ts";
import { temporaryDirectory } from "../temporary.ts";

/** Runs a command line in a shell, so that its output can be sent to a device. */
async function inShell(words: string, redirected: string, environment: Record<string, string> = {}) {
  const { code, stderr } = await new Deno.Command("sh", {
    args: ["-c", `'${Deno.execPath()}' run -A --quiet '${CLI}' ${words} ${redirected}`],
    env: { ...environment, NO_COLOR: "1" },
    stdin: "null",
  }).output();
  return { code, stderr: new TextDecoder().decode(stderr) };
}

const FULL = /^✗ The output could not be written: No space left on device \(os error 28\)\.\n$/;

Deno.test({
  name: "an output that cannot be written is one sentence and the exit code 1, with and without --json",
  ignore: Deno.build.os !== "linux",
  fn: async () => {
    await using fixture = await startFixture({ AGENT_HARNESS_WORKERS: "0" });
    const environment = { AGENT_HARNESS_URL: fixture.url };
    for (const words of ["health", "health --json", "--help", "completions bash"]) {
      const { code, stderr } = await inShell(words, "> /dev/full", environment);
      assert.equal(code, 1, words);
      assert.match(stderr, FULL, words);
    }
    const away = await inShell("health --json --url http://127.0.0.1:1", "> /dev/full");
    assert.deepEqual([away.code, away.stderr.trim().split("\n").length], [69, 1], away.stderr);
    assert.equal((await inShell("health", "2> /dev/full > /dev/null", environment)).code, 0);
  },
});

Deno.test("what the system refuses is no internal error: the sentence says what and what to do", async () => {
  const place = temporaryDirectory();
  const file = join(place, "file");
  Deno.writeTextFileSync(file, "");
  const { code, stdout, stderr } = await runCli(["worker", "--directory", join(file, "below")]);
  assert.deepEqual([code, stdout], [1, ""]);
  assert.match(stderr, /^✗ The system refused it: Not a directory \(os error 20\)/);
  Deno.removeSync(place, { recursive: true });
});

Deno.test("worker: a directory that another process uses is no internal error", async () => {
  const directory = temporaryDirectory();
  const lock = lockStorage(directory, new Date());
  const { code, stderr } = await runCli(["worker", "--directory", directory]);
  lock.release();
  assert.equal(code, 2, stderr);
  assert.match(stderr, new RegExp(`^✗ The storage directory .* is in use by process ${Deno.pid} since`));
  Deno.removeSync(directory, { recursive: true });
});
