import assert from "node:assert/strict";
import { join } from "node:path";
import { findProgram } from "../../../services/ground/kernel/find_program.ts";
import {
  describeOpenings,
  probeSandbox,
  type SandboxState,
  TURN_ON,
  UNCONFINED_REACH,
} from "../../../services/machine/processes/sandbox/mod.ts";
import { checkMachine } from "../../../commands/doctor/machine.ts";
import { TestRepository } from "../../git.ts";
import { runToRest } from "../../runs/scenario.ts";
import { sandboxOfMachine, sandboxTest } from "../../sandbox.ts";
import { harness } from "../../harness.ts";
import { temporaryDirectory } from "../../temporary.ts";
import { writeExecutable } from "../../executable.ts";

const onLinux = Deno.build.os === "linux";

/** What the probe finds where `bwrap` is this shell script; without one the search path is empty. */
async function probed(script: string | null): Promise<SandboxState> {
  const directory = temporaryDirectory();
  try {
    if (script !== null) writeExecutable(join(directory, "bwrap"), `#!/bin/sh\n${script}\n`);
    return await probeSandbox(directory);
  } finally {
    Deno.removeSync(directory, { recursive: true });
  }
}

const failing = (said: string) =>
  `test "$1" = --version && echo "bubblewrap 0.8.0" && exit 0\necho "${said}" >&2; exit 1`;

Deno.test({
  name: "probeSandbox() without bubblewrap says that it is not installed, and how to install it",
  ignore: !onLinux,
  fn: async () => {
    const state = await probed(null);
    assert.ok(!state.available);
    assert.equal(state.reason, "bubblewrap is not installed.");
    assert.match(state.fix, /apt-get install bubblewrap/);
  },
});

Deno.test({
  name: "probeSandbox() with a bubblewrap that does not work here says what it said, and what to change",
  ignore: !onLinux,
  fn: async () => {
    const refused = await probed(failing("bwrap: No permissions to create a new namespace"));
    assert.ok(!refused.available);
    assert.match(
      refused.reason,
      /^bubblewrap 0\.8\.0 is installed but does not work here: bwrap: No permissions/,
    );
    assert.ok(refused.fix.length > 0);
    const old = await probed(failing("bwrap: Unknown option --unshare-cgroup-try"));
    assert.ok(!old.available && /0\.8 or newer/.test(old.fix));
    const broken = await probed("kill -9 $$");
    assert.ok(!broken.available && /does not work here: it gave no reason\.$/.test(broken.reason));
  },
});

sandboxTest(
  "probeSandbox() says where a bubblewrap takes no filter of system calls, and finds it usable",
  async () => {
    const without = await probed(
      `case " $* " in *" --seccomp "*) echo "bwrap: Unknown option --seccomp" >&2; exit 1;; esac; exec ${sandboxOfMachine().program} "$@"`,
    );
    assert.ok(without.available);
    assert.match(without.unfiltered!, /does not take the filter: bwrap: Unknown option --seccomp$/);
    assert.match(
      describeOpenings(without),
      /^System calls are not filtered \(.*\), so kernel keyrings and vsock are shared/,
    );
    assert.equal(sandboxOfMachine().unfiltered, null, "the control");
    await using h = await harness({ sandbox: without });
    const status = await h.operator("GET /control-plane/status");
    assert.match(status.workerState.sandbox.detail, /System calls are not filtered/);
  },
);

sandboxTest(
  "probeSandbox() says where a bubblewrap cannot refuse user namespaces, and what root can do in them",
  async () => {
    const old = await probed(
      `case " $* " in *" --disable-userns "*) echo "bwrap: Unknown option --disable-userns" >&2; exit 1;; esac; exec ${sandboxOfMachine().program} "$@"`,
    );
    assert.ok(old.available);
    assert.equal(old.unfiltered, null);
    assert.match(
      old.unrefused!,
      /^bubblewrap \S+ cannot refuse them: bwrap: Unknown option --disable-userns$/,
    );
    assert.equal(sandboxOfMachine().unrefused, null, "the control");
    const said = describeOpenings(old);
    assert.equal(/^User namespaces are not refused .*as root/.test(said), Deno.uid() === 0);
    await using h = await harness({ sandbox: old, workers: 1 });
    using repository = TestRepository.make({ "a.txt": "hello\n" });
    Deno.writeTextFileSync(join(h.directory, "sandbox.json"), JSON.stringify({ userNamespaces: false }));
    const run = await runToRest(h, repository, { request: "run true", onFailure: "fail" });
    assert.match(run.statusDetail!, /refuses user namespaces, which does not work here: .*Update bubblewrap/);
  },
);

sandboxTest(
  "the status and doctor say what sandbox.json opens, and for which repositories it turns the sandbox off",
  async () => {
    await using h = await harness();
    const said = async (settings: Record<string, unknown>) => {
      Deno.writeTextFileSync(join(h.directory, "sandbox.json"), JSON.stringify(settings));
      const { workerState: { sandbox } } = await h.operator("GET /control-plane/status");
      const [, { detail, fix }] = await checkMachine(h.directory) as [
        unknown,
        { detail: string; fix?: string },
      ];
      return { ...sandbox, doctor: detail, mend: fix };
    };
    const off = await said({ sandbox: false });
    assert.deepEqual([off.enforced, off.kind], [false, "none"]);
    for (const text of [off.detail, off.doctor]) {
      assert.match(text, /turns the sandbox off for all repositories\./);
      assert.ok(text.includes(UNCONFINED_REACH), text);
    }
    assert.deepEqual([off.fix, off.mend], [TURN_ON, TURN_ON]);
    const some = await said({
      repositories: { "/srv/shop": { sandbox: false } },
      systemCalls: { io_uring: true },
    });
    assert.equal(some.enforced, true);
    for (const text of [some.detail, some.doctor]) {
      assert.match(
        text,
        /allows system calls that are refused otherwise: io_uring\. .*off for \/srv\/shop\./,
      );
    }
    assert.match((await said({ network: true })).detail, /sandbox\.json is not valid at network/);
    assert.doesNotMatch((await said({})).detail, /sandbox\.json (?:turns|allows|is not)/, "the control");
  },
);

sandboxTest("probeSandbox() finds the bubblewrap of the search path, once for each", async () => {
  const searchPath = Deno.env.get("PATH") ?? "";
  const state = await probeSandbox(searchPath);
  assert.ok(state.available);
  assert.equal(state.program, sandboxOfMachine().program);
  assert.equal(await probeSandbox(searchPath), state);
});

Deno.test("findProgram() gives what a shell would run: executable, by name or absolute path, relative places left out", () => {
  const directory = temporaryDirectory();
  try {
    for (const [name, mode] of [["tool", 0o755], ["text", 0o644]] as const) {
      Deno.writeTextFileSync(join(directory, name), "", { mode });
    }
    const path = `relative::/absent:${directory}`;
    assert.equal(findProgram("tool", path), join(directory, "tool"));
    assert.equal(findProgram(join(directory, "tool"), ""), join(directory, "tool"));
    for (const name of ["text", "absent", join(directory, "text")]) {
      assert.equal(findProgram(name, path), null);
    }
  } finally {
    Deno.removeSync(directory, { recursive: true });
  }
});
