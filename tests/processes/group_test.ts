import assert from "node:assert/strict";
import {
  endProcessGroup,
  members,
  type ProcessGroup,
  processStartTime,
} from "../../services/machine/processes/group.ts";

const onLinux = Deno.build.os === "linux";

/** Resolves when the output of a child holds `text`. */
async function outputWith(stream: ReadableStream<Uint8Array>, text: string): Promise<string> {
  let output = "";
  const decoder = new TextDecoder();
  const reader = stream.getReader();
  while (!output.includes(text)) {
    const { value, done } = await reader.read();
    assert.ok(!done, `the child ended after ${JSON.stringify(output)}`);
    output += decoder.decode(value, { stream: true });
  }
  await reader.cancel();
  return output;
}

/** Starts a service with a command, kills the service when its output holds `until`, and hands out the group. */
async function orphaned(
  mode: "wait" | "go",
  command: string,
  until: string,
  test: (group: ProcessGroup, directory: string) => Promise<void>,
): Promise<void> {
  const directory = await Deno.makeTempDir();
  const service = new Deno.Command(Deno.execPath(), {
    args: ["run", "-A", "--quiet", new URL("./waiting_service.ts", import.meta.url).pathname, mode, command],
    cwd: directory,
    stdin: "null",
    stdout: "piped",
  }).spawn();
  let group: ProcessGroup | undefined;
  try {
    const output = await outputWith(service.stdout, until);
    group = JSON.parse(output.slice(0, output.indexOf("\n"))) as ProcessGroup;
    assert.equal(await processStartTime(group.group), group.startTime);
    service.kill("SIGKILL");
    await service.status;
    await test(group, directory);
  } finally {
    if (group) await endProcessGroup(group, 0);
    await Deno.remove(directory, { recursive: true });
  }
}

/** Looks again until a process is gone; a test that waits for ever is a failed one. */
async function gone(pid: number): Promise<void> {
  while (await processStartTime(pid) !== null) await new Promise((resolve) => setTimeout(resolve, 1));
}

/** Starts a group that carries no mark, as any other program of this machine might. */
async function strangers(
  command: string,
  test: (pid: number, output: string) => Promise<void>,
): Promise<void> {
  const child = new Deno.Command("sh", {
    args: ["-c", command],
    detached: true,
    stdin: "null",
    stdout: "piped",
  }).spawn();
  try {
    await test(child.pid, await outputWith(child.stdout, "\n"));
  } finally {
    Deno.kill(-child.pid, "SIGKILL");
    await child.status;
  }
}

Deno.test("a command whose service is killed before the go-ahead exits and never begins", () =>
  orphaned("wait", "touch begun", "\n", async ({ group }, directory) => {
    await gone(group);
    assert.deepEqual([...Deno.readDirSync(directory)], []);
  }));

Deno.test("endProcessGroup ends a group that outlived its service, and then finds nothing", () =>
  orphaned("go", "sleep 1000 & echo ready; sleep 1000", "ready", async (group) => {
    assert.ok((await members(group)).length >= 2);
    assert.equal(await endProcessGroup(group), true);
    assert.deepEqual(await members(group), []);
    assert.equal(await endProcessGroup(group), false);
  }));

Deno.test({
  name: "endProcessGroup ends members whose leader is gone, also in sessions of their own (Linux)",
  ignore: !onLinux,
  fn: () =>
    orphaned(
      "go",
      "sleep 1000 & setsid sleep 1000 & env -i sleep 1000 & echo ready; wait",
      "ready",
      async (group) => {
        Deno.kill(group.group, "SIGKILL");
        await gone(group.group);
        assert.equal(await endProcessGroup(group), true);
        assert.deepEqual(await members(group, true), []);
      },
    ),
});

Deno.test("endProcessGroup ends members without a mark that outlive their leader's SIGTERM", () => {
  const stubborn = "env -i sh -c \"trap '' TERM; echo ready; while :; do sleep 1000; done\" & wait";
  return orphaned("go", stubborn, "ready", async (group) => {
    assert.equal(await endProcessGroup(group, 20), true);
    assert.deepEqual(await members(group, true), []);
  });
});

Deno.test("endProcessGroup never touches a process whose start time is another", () =>
  strangers("echo ready; exec sleep 1000", async (pid) => {
    const startTime = await processStartTime(pid) ?? assert.fail();
    for (const other of ["", "0", `1${startTime}`, startTime.replace(/@.*/, "@another-boot")]) {
      assert.equal(await endProcessGroup({ group: pid, startTime: other }, 0), false);
    }
    assert.equal(await processStartTime(pid), startTime);
  }));

Deno.test({
  name: "endProcessGroup never touches a group without a leader when no member carries its mark (Linux)",
  ignore: !onLinux,
  fn: () =>
    strangers("sleep 1000 >/dev/null & echo $!", async (leader, output) => {
      await gone(leader);
      const child = Number(output);
      const startTime = await processStartTime(child) ?? assert.fail();
      assert.equal(await endProcessGroup({ group: leader, startTime }, 0), false);
      assert.equal(await processStartTime(child), startTime);
    }),
});

Deno.test("endProcessGroup finds nothing where no process is", async () => {
  const child = new Deno.Command("true", { detached: true }).spawn();
  await child.status;
  assert.equal(await processStartTime(child.pid), null);
  assert.equal(await endProcessGroup({ group: child.pid, startTime: "1@x" }, 0), false);
});

Deno.test("processStartTime gives this process the same answer every time", async () => {
  const first = await processStartTime(Deno.pid);
  assert.ok(first);
  assert.equal(await processStartTime(Deno.pid), first);
});
