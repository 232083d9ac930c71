import assert from "node:assert/strict";
import type { ProcessGroup } from "../../services/machine/processes/group.ts";
import { members, processStartTime } from "../../services/machine/processes/group.ts";
import { type ProcessOptions, runProcess } from "../../services/machine/processes/run.ts";
import { abortOn } from "../kit/abort_on.ts";

/** Runs a command with plain limits; `group` is what `onSpawn` was told. */
async function run(command: string, options: Partial<ProcessOptions> = {}) {
  let group: ProcessGroup | undefined;
  const result = await runProcess({
    command,
    directory: "/",
    signal: new AbortController().signal,
    timeoutMilliseconds: 30_000,
    outputLimit: 100_000,
    graceMilliseconds: 5_000,
    ...options,
    onSpawn: async (spawned) => {
      group = spawned;
      await options.onSpawn?.(spawned);
    },
  });
  assert.ok(group);
  return { ...result, group, left: await members(group, true) };
}

Deno.test("runProcess gives exit code and the output of both streams in order", async () => {
  const result = await run("echo one; echo two >&2; echo three; exit 3");
  assert.equal(result.exitCode, 3);
  assert.equal(result.output, "one\ntwo\nthree\n");
  assert.deepEqual([result.signal, result.truncated, result.timedOut, result.aborted], [
    null,
    false,
    false,
    false,
  ]);
});

Deno.test("runProcess gives the command verbatim to the shell, in the directory, without input", async () => {
  const directory = await Deno.makeTempDir();
  try {
    const result = await run("printf '%s|' \"$PWD\" 'a\\b' \"it's\" $0; cat; wc -c", { directory });
    assert.equal(result.output.trimEnd(), `${directory}|a\\b|it's|sh|0`);
    assert.equal((await run("-x")).exitCode, 127);
  } finally {
    await Deno.remove(directory);
  }
});

Deno.test("runProcess keeps the service's variables from the command", async () => {
  // A service of its own: the variables of this process belong to all tests.
  const { stdout } = await new Deno.Command(Deno.execPath(), {
    args: ["run", "-A", "--quiet", new URL("./waiting_service.ts", import.meta.url).pathname, "go", "env"],
    env: {
      AGENT_HARNESS_TOKEN: "canary-5f1c",
      AGENT_HARNESS_AGENT_TOKEN: "canary-5f1c",
      SOME_API_KEY: "canary-5f1c",
      GIT_DIR: "canary-5f1c",
      LC_TIME: "C",
    },
    stdin: "null",
  }).output();
  const output = new TextDecoder().decode(stdout);
  assert.ok(!output.includes("canary-5f1c"));
  assert.ok(!output.includes("AGENT_HARNESS_"));
  for (const line of ["GIT_CONFIG_GLOBAL=/dev/null", "LC_TIME=C"]) {
    assert.ok(output.split("\n").includes(line), line);
  }
  assert.match(output, /^PATH=/m);
});

Deno.test("runProcess awaits onSpawn before the command begins", async () => {
  const directory = await Deno.makeTempDir();
  const begun = () => Deno.statSync(`${directory}/begun`).isFile;
  try {
    await run("touch begun", {
      directory,
      onSpawn: async ({ group }) => {
        assert.ok(Deno.build.os !== "linux" || (await Deno.stat(`/proc/${group}`)).isDirectory);
        assert.throws(begun);
      },
    });
    assert.ok(begun());
  } finally {
    await Deno.remove(directory, { recursive: true });
  }
});

Deno.test("runProcess begins nothing when onSpawn rejects, and throws what it threw", async () => {
  const directory = await Deno.makeTempDir();
  let group: ProcessGroup | undefined;
  const onSpawn = (spawned: ProcessGroup) => {
    group = spawned;
    return Promise.reject(new Error("not on record"));
  };
  await assert.rejects(run("touch begun", { directory, onSpawn }), { message: "not on record" });
  assert.deepEqual([...Deno.readDirSync(directory)], []);
  assert.ok(group && (await members(group)).length === 0);
  await Deno.remove(directory);
});

Deno.test("runProcess begins nothing when the signal is aborted before or in onSpawn", async () => {
  const directory = await Deno.makeTempDir();
  const options = { directory, command: "touch begun", timeoutMilliseconds: 1_000, outputLimit: 10 };
  const before = await runProcess({ ...options, signal: AbortSignal.abort(), onSpawn: () => assert.fail() });
  assert.deepEqual([before.aborted, before.exitCode], [true, 143]);
  const controller = new AbortController();
  const during = await run("touch begun", {
    directory,
    signal: controller.signal,
    onSpawn: () => controller.abort(),
  });
  assert.equal(during.aborted, true);
  assert.deepEqual([...Deno.readDirSync(directory)], []);
  await Deno.remove(directory);
});

Deno.test("runProcess is aborted, not ended by itself, when the signal comes while its shell is started", async () => {
  const controller = new AbortController();
  const running = run("echo begun", { signal: controller.signal });
  controller.abort();
  const result = await running;
  assert.deepEqual([result.aborted, result.timedOut, result.output], [true, false, ""]);
});

Deno.test("runProcess ends nested children on abort", async () => {
  const result = await run("sh -c 'sleep 1000 & sleep 1000' & echo ready; wait", abortOn("ready"));
  assert.deepEqual([result.aborted, result.timedOut, result.signal], [true, false, "SIGTERM"]);
  assert.deepEqual(result.left, []);
});

Deno.test("runProcess kills what ignores SIGTERM when the grace is over", async () => {
  const result = await run("trap '' TERM; echo ready; while :; do sleep 1000; done", {
    ...abortOn("ready"),
    graceMilliseconds: 20,
  });
  assert.deepEqual([result.aborted, result.signal, result.exitCode], [true, "SIGKILL", 137]);
  assert.deepEqual(result.left, []);
});

Deno.test("runProcess ends a stopped process", async () => {
  const result = await run("sh -c 'echo ready; kill -STOP $$'; echo on", abortOn("ready"));
  assert.equal(result.aborted, true);
  assert.deepEqual(result.left, []);
});

Deno.test("runProcess lets a command end orderly within the grace", async () => {
  const result = await run(
    "trap 'echo bye; exit 7' TERM; echo ready; while :; do sleep 0.01; done",
    abortOn("ready"),
  );
  // The shell may say that the `sleep` of that moment was terminated.
  assert.match(result.output, /^ready\n(?:Terminated\n)?bye\n$/);
  assert.deepEqual([result.exitCode, result.aborted], [7, true]);
});

Deno.test("runProcess ends background children that outlive the shell", async () => {
  const result = await run("sleep 1000 & env -i sleep 1000 & echo done");
  assert.deepEqual([result.exitCode, result.output, result.aborted], [0, "done\n", false]);
  assert.deepEqual(result.left, []);
});

Deno.test({
  name:
    "runProcess ends children that left for a session of their own (Linux: by the mark in their environment)",
  ignore: Deno.build.os !== "linux",
  fn: async () => {
    const result = await run(
      "setsid sleep 1000 & setsid sh -c 'echo $$ >&2; exec sleep 1000' & wait",
      abortOn("\n"),
    );
    const escaped = Number(result.output.trim());
    assert.ok(escaped > 1);
    assert.equal(await processStartTime(escaped), null);
    assert.deepEqual(result.left, []);
  },
});

Deno.test({
  name:
    "runProcess does not wait for the pipe of a process that escapes (env -i setsid: the documented limit)",
  ignore: Deno.build.os !== "linux",
  fn: async () => {
    const result = await run("env -i setsid sh -c 'echo $$; exec sleep 1000' & wait", abortOn("\n"));
    const escaped = Number(result.output.trim());
    try {
      assert.equal(result.aborted, true);
      assert.ok(await processStartTime(escaped));
    } finally {
      Deno.kill(escaped, "SIGKILL");
    }
  },
});

Deno.test("runProcess ends a command that runs out of time", async () => {
  const result = await run("echo started; sleep 1000", { timeoutMilliseconds: 50 });
  assert.deepEqual([result.timedOut, result.aborted, result.signal], [true, false, "SIGTERM"]);
  assert.deepEqual(result.left, []);
});

Deno.test("runProcess takes a timeout longer than a timer can count", async () => {
  assert.equal((await run("echo x", { timeoutMilliseconds: 1e12 })).timedOut, false);
});

Deno.test("runProcess keeps head and tail of 100 MB of output", async () => {
  let seen = 0;
  const result = await run("echo first; head -c 100000000 /dev/zero | tr '\\0' x; echo; echo last", {
    outputLimit: 1_000,
    onOutput: (text) => void (seen += text.length),
  });
  assert.equal(result.exitCode, 0);
  assert.equal(result.truncated, true);
  assert.equal(seen, 100_000_012);
  assert.match(result.output, /^first\nx+\n\[… 99999012 bytes omitted …\]\nx+\nlast\n$/);
  assert.ok(result.output.length < 1_100);
});

Deno.test("runProcess continues when onOutput throws, and throws that at the end", async () => {
  const onOutput = () => {
    throw new Error("no more");
  };
  await assert.rejects(run("head -c 1000000 /dev/zero", { onOutput }), { message: "no more" });
});

Deno.test("runProcess names a directory that does not exist", async () => {
  await assert.rejects(run("true", { directory: "/no/such/place" }), {
    name: "InvalidError",
    message: /\/no\/such\/place/,
  });
});

Deno.test("runProcess refuses to hand this service's variables to a command", async () => {
  await assert.rejects(run("true", { environment: { AGENT_HARNESS_TOKEN: "x" } }), { name: "InvalidError" });
  assert.equal((await run('echo "$EXTRA"', { environment: { EXTRA: "given" } })).output, "given\n");
});

Deno.test("runProcess runs many commands at once, each with its own output", async () => {
  const results = await Promise.all(
    Array.from({ length: 20 }, (_, index) => run(`echo ${index}; sleep 1000 &`)),
  );
  assert.deepEqual(results.map(({ output }) => output), results.map((_, index) => `${index}\n`));
  assert.ok(results.every(({ left }) => left.length === 0));
});
