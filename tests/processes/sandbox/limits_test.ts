import assert from "node:assert/strict";
import { findProgram } from "../../../services/ground/kernel/find_program.ts";
import {
  defaultLimits,
  groupVersion,
  holdLimits,
  type Limits,
} from "../../../services/machine/processes/sandbox/mod.ts";
import { sandboxTest } from "../../sandbox.ts";
import { asAnotherUser, NO_OTHER_USER } from "./another_user.ts";
import { Enclosure } from "./enclosure.ts";

const limits = (some: Partial<Limits>): Limits => ({ ...defaultLimits(), ...some });
const path = Deno.env.get("PATH") ?? "";

const leftOut = (what: string, why: string) => {
  const sentence = `\n!!! Tests of ${what} are left out: ${why}\n`;
  Deno.stderr.writeSync(new TextEncoder().encode(sentence));
};

const perl = findProgram("perl", path);
if (perl === null) leftOut("limits and ptrace", "perl is not installed.");
const perlTest = (name: string, fn: () => Promise<void>) => perl === null ? undefined : sandboxTest(name, fn);

const version = await groupVersion();
if (version === null) leftOut("control groups", "this user can make none here.");
const groupTest = (name: string, fn: () => Promise<void>) =>
  version === null ? undefined : perlTest(name, fn);

/** Takes so many megabytes and says so. */
const take = (megabytes: number) =>
  `perl -e 'my $x = "x" x (${megabytes} << 20); print length($x) >> 20, "\\n"'`;
/** Starts so many processes that wait for a moment, and says how many. */
const start = (count: number) =>
  `perl -e 'my $n = 0; for (1..${count}) { my $p = fork; last unless defined $p; if (!$p) { sleep 5; exit } $n++ } print "$n\\n"'`;

sandboxTest(
  "a command cannot write a file beyond its limit, and is told so; one below it is written",
  async () => {
    using enclosure = new Enclosure();
    const rule = { limits: limits({ fileBytes: 1_000_000 }) };
    const refused = await enclosure.run("truncate -s 3G big; exec head -c 2000000 /dev/zero > file", {
      rule,
    });
    assert.match(
      refused.held ?? "",
      /^The command wrote a file that is too large: the limit is 1 MB\. To change that, set "limits" in sandbox/,
    );
    assert.ok(Deno.statSync(`${enclosure.worktree}/file`).size <= 1_000_000);
    const fine = await enclosure.run("head -c 900000 /dev/zero > file", { rule });
    assert.deepEqual([fine.exitCode, fine.held], [0, undefined]);
  },
);

groupTest(
  "a command that takes more memory than it may is ended, also when many processes share it, and is told so",
  async () => {
    using enclosure = new Enclosure();
    const rule = { limits: limits({ memoryBytes: 150e6 }) };
    const one = await enclosure.run(take(400), { rule });
    assert.match(one.held ?? "", /^The command ran out of memory: the limit is 150 MB\./);
    const many = await enclosure.run(`for i in 1 2 3 4 5 6; do ${take(60)} & done; wait; exit 1`, { rule });
    assert.ok(many.held?.includes("ran out of memory") || many.output.split("\n").length < 7);
    const fine = await enclosure.run(take(50), { rule });
    assert.deepEqual([fine.output, fine.held], ["50\n", undefined]);
    const control = await enclosure.run(take(400));
    assert.equal(control.output, "400\n", "the control: with the limit of the machine it has that much");
  },
);

groupTest("a fork storm stops at the limit, is told, and leaves nothing; the service continues", async () => {
  using enclosure = new Enclosure();
  const rule = { limits: limits({ processes: 50 }) };
  const stormed = await enclosure.run(`${start(300)}; exit 1`, { rule });
  assert.ok(Number(stormed.output) > 0 && Number(stormed.output) < 50, stormed.output);
  assert.match(stormed.held ?? "", /^The command started too many processes: the limit is 50 at once\./);
  const control = await enclosure.run(start(300));
  assert.equal(control.output, "300\n", "the control");
});

groupTest("a group is gone when its command has ended", async () => {
  await using held = await holdLimits(defaultLimits());
  const [file] = held.outside.at(-1)!.split(" ");
  const directory = file!.replace(/\/cgroup\.procs$/, "");
  assert.ok(Deno.statSync(directory).isDirectory);
  await held[Symbol.asyncDispose]();
  assert.throws(() => Deno.statSync(directory));
});

if (NO_OTHER_USER !== null) leftOut("limits as another user", `it ${NO_OTHER_USER}.`);

Deno.test({
  name:
    "another user's command is bounded without a control group: memory of a process, processes, size of a file",
  ignore: NO_OTHER_USER !== null || perl === null,
  fn: async () => {
    assert.match(await asAnotherUser(take(400), limits({ memoryBytes: 200e6 })), /Out of memory/i);
    assert.equal(await asAnotherUser(take(50), limits({ memoryBytes: 200e6 })), "50\n");
    const storm = Number((await asAnotherUser(start(300), limits({ processes: 50 }))).trim());
    assert.ok(storm > 0 && storm < 50, String(storm));
    assert.equal(await asAnotherUser(start(300), limits({})), "300\n", "the control");
    assert.match(
      await asAnotherUser("head -c 2000000 /dev/zero > f; echo $?", limits({ fileBytes: 1e6 })),
      /153/,
    );
  },
});

/** The number of the call that traces; perl has no name for it. */
const PTRACE = Deno.build.arch === "aarch64" ? 117 : 101;

const ATTACH =
  `perl -e 'my $r = syscall(${PTRACE}, 16, 1, 0, 0); open F, ">", "flag"; print F $r == 0 ? "attached" : "refused"; close F; sleep 1000' &`;

perlTest("a command cannot stop the first process of its sandbox; it can trace its own", async () => {
  using enclosure = new Enclosure();
  const own =
    `perl -e 'my $p = fork // die; if (!$p) { sleep 9; exit } print syscall(${PTRACE}, 16, $p, 0, 0); kill 9, $p'`;
  const result = await enclosure.run(`${ATTACH} until test -s flag; do sleep 0.01; done; cat flag; ${own}`);
  assert.equal(result.output, "refused0");
});

perlTest(
  "a command that stops the first process of its sandbox is ended where system calls are not filtered",
  async () => {
    using enclosure = new Enclosure();
    const result = await enclosure.run(
      `${ATTACH} until test -s flag; do sleep 0.01; done; cat flag; exit 3`,
      { rule: { systemCalls: ["first_process"] }, timeoutMilliseconds: 30_000 },
    );
    if (result.output.includes("refused")) return leftOut("ptrace", "the kernel lets no command trace here.");
    assert.match(result.output, /attached/);
    assert.deepEqual([result.timedOut, result.aborted], [false, false]);
    assert.match(result.held ?? "", /stopped the first process of its sandbox/);
  },
);
