import assert from "node:assert/strict";
import { composeSandbox, refusedBySandbox } from "../../../services/machine/processes/sandbox/mod.ts";
import { TestRepository } from "../../git.ts";
import { harness } from "../../harness.ts";
import { runToRest } from "../../runs/scenario.ts";
import { sandboxOfMachine, sandboxTest } from "../../sandbox.ts";
import { Enclosure, NOTHING_GIVEN } from "./enclosure.ts";

/** What the sandbox is recognised to have refused, of a command that it really ran. */
async function recognised(enclosure: Enclosure, command: string, rule = {}): Promise<string[]> {
  const { storage, worktree: directory, home, person } = enclosure;
  const place = {
    directory,
    home,
    temporary: Deno.makeTempDirSync({ dir: enclosure.top }),
    readable: [],
    masked: [],
    storageDirectory: storage,
    searchPath: Deno.env.get("PATH") ?? "",
  };
  const held = await composeSandbox(sandboxOfMachine(), place, { ...NOTHING_GIVEN, ...rule }, person);
  const { output, exitCode } = await enclosure.run(command, { rule });
  assert.notEqual(exitCode, 0, output);
  return refusedBySandbox(output, held);
}

sandboxTest(
  "a refused write, a hidden file and a refused system call are recognised by what programs print",
  async () => {
    using enclosure = new Enclosure();
    const hidden = "/srv/agent-harness-test/secret.txt";
    const programs: [string, RegExp][] = [
      ["echo x > /etc/made", /does not let commands write \/etc\/made\. .*"writable"/],
      ["touch /usr/made", /does not let commands write \/usr\/made/],
      [`node -e "fs.writeFileSync('/usr/made', '')"`, /does not let commands write \/usr\/made/],
      [`/usr/bin/python3 -c "open('/usr/made', 'w')"`, /does not let commands write \/usr\/made/],
      [`cat ${hidden}`, new RegExp(`does not show ${hidden} .*even if it exists.*"readable"`)],
      [`node -e "fs.readFileSync('${hidden}')"`, /does not show .*secret\.txt/],
      [
        `/usr/bin/python3 -c "import socket; socket.socket(40)"`,
        /refuses these system calls: socket, socketpair\..*"sockets": true/,
      ],
      ["dmesg", /refuses these system calls: syslog/],
    ];
    for (const [command, sentence] of programs) {
      const found = await recognised(enclosure, command);
      assert.equal(found.length, 1, `${command}: ${found}`);
      assert.match(found[0]!, sentence);
    }
  },
);

sandboxTest("what fails for another reason is not taken for the sandbox", async () => {
  using enclosure = new Enclosure();
  for (
    const command of [
      "cat missing.txt",
      `cat ${enclosure.worktree}/missing.txt`,
      "cat /usr/missing /tmp/missing",
      "false",
      "echo 'Read-only file system'; exit 1",
    ]
  ) {
    assert.deepEqual(await recognised(enclosure, command), [], command);
  }
});

sandboxTest("a hidden path is named the same way whether it exists or not", async () => {
  using enclosure = new Enclosure();
  const of = async (path: string) =>
    (await recognised(enclosure, `cat ${path}`)).join().replaceAll(path, "PATH");
  assert.ok(Deno.statSync("/etc/shadow").isFile, "the control");
  assert.match(await of("/etc/shadow"), /does not show PATH/);
  assert.equal(await of("/etc/shadow"), await of("/etc/absent"));
});

sandboxTest(
  "the output of a verifier ends with what the sandbox refused, for the person and the worker",
  async () => {
    using repository = TestRepository.make();
    await using h = await harness({ workers: 1 });
    const verifier = { command: "touch /usr/made" };
    const run = await runToRest(h, repository, { request: 'append "x" to a.txt', verifier });
    assert.match(
      run.evaluation!.detail,
      /\[agent-harness\] The sandbox does not let commands write \/usr\/made\./,
    );
  },
);

Deno.test("whatever a command prints, it takes no time to look for what was refused", () => {
  const policy = {
    directory: "/w",
    writable: [],
    readable: [],
    masked: [],
    home: null,
    homeAt: "/h",
    temporary: "/t",
  };
  for (
    const part of [
      "/",
      "/a",
      " /a",
      '"/',
      "ENOENT ",
      "ENOENT '/",
      ": Read-only file system",
      "keyctl ",
      "bpf EPER",
      "\n/",
    ]
  ) {
    const before = performance.now();
    refusedBySandbox(part.repeat(100_000), { policy, filter: "" } as never);
    assert.ok(performance.now() - before < 500, part);
  }
});
