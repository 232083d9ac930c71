import assert from "node:assert/strict";
import { join } from "node:path";
import { members, type ProcessGroup } from "../../../services/machine/processes/group.ts";
import { abortOn } from "../../kit/abort_on.ts";
import { sandboxTest } from "../../sandbox.ts";
import { Enclosure } from "./enclosure.ts";

sandboxTest("runProcess in a sandbox gives exit codes, and signals as a shell says them", async () => {
  using enclosure = new Enclosure();
  const end = async (command: string) => {
    const { exitCode, signal, aborted, timedOut } = await enclosure.run(command);
    assert.deepEqual([aborted, timedOut], [false, false]);
    return [exitCode, signal];
  };
  assert.deepEqual(await end("true"), [0, null]);
  assert.deepEqual(await end("exit 3"), [3, null]);
  assert.deepEqual(await end("no-such-program-anywhere"), [127, null]);
  assert.deepEqual(await end("kill -SEGV $$"), [139, "SIGSEGV"]);
  assert.deepEqual(await end("kill -KILL $$"), [137, "SIGKILL"]);
});

sandboxTest(
  "runProcess in a sandbox: both outputs in order, the input from a file, the directory and the environment",
  async () => {
    using enclosure = new Enclosure();
    const input = enclosure.path("input.txt");
    Deno.writeTextFileSync(input, "from a file\n");
    const result = await enclosure.run('echo one; echo two >&2; cat; pwd; echo "$EXTRA $TMPDIR $HOME"', {
      input,
      environment: { EXTRA: "given" },
    });
    assert.equal(
      result.output,
      `one\ntwo\nfrom a file\n${enclosure.worktree}\ngiven /tmp ${enclosure.person}\n`,
    );
  },
);

sandboxTest(
  "runProcess in a sandbox lets a command end orderly within the grace when it is aborted",
  async () => {
    using enclosure = new Enclosure();
    const result = await enclosure.run(
      "trap 'echo bye; exit 7' TERM; echo ready; while :; do sleep 0.01; done",
      { ...abortOn("ready"), graceMilliseconds: 10_000 },
    );
    assert.match(result.output, /^ready\n(?:Terminated\n)?bye\n$/);
    assert.deepEqual([result.exitCode, result.aborted], [7, true]);
  },
);

sandboxTest(
  "runProcess in a sandbox kills what ignores SIGTERM or is stopped, and leaves no member",
  async () => {
    using enclosure = new Enclosure();
    for (
      const command of [
        "trap '' TERM; echo ready; while :; do sleep 1000; done",
        "sh -c 'echo ready; kill -STOP $$'; echo on",
        "setsid sh -c \"trap '' TERM; echo ready; sleep 1000\" & wait",
      ]
    ) {
      let group: ProcessGroup | undefined;
      const result = await enclosure.run(command, {
        ...abortOn("ready"),
        graceMilliseconds: 20,
        onSpawn: (spawned) => void (group = spawned),
      });
      assert.equal(result.aborted, true);
      assert.notEqual(result.exitCode, 0);
      assert.deepEqual(await members(group!, true), [], command);
    }
  },
);

sandboxTest("runProcess in a sandbox ends a command that runs out of time", async () => {
  using enclosure = new Enclosure();
  const result = await enclosure.run("echo started; sleep 1000", { timeoutMilliseconds: 50 });
  assert.deepEqual([result.timedOut, result.aborted], [true, false]);
});

sandboxTest(
  "runProcess in a sandbox: what a setup installs in its home is there for the next command, and temporary files are not",
  async () => {
    using enclosure = new Enclosure();
    await enclosure.run("mkdir -p ~/tools && echo tool > ~/tools/x && echo x > /tmp/x");
    const next = await enclosure.run("cat ~/tools/x; ls /tmp");
    assert.match(next.output, /^tool\n/);
    assert.doesNotMatch(next.output, /^x$/m);
    assert.equal(Deno.readTextFileSync(join(enclosure.home, "tools/x")), "tool\n");
  },
);
