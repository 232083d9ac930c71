import assert from "node:assert/strict";
import { join } from "node:path";
import fc from "fast-check";
import { parseSettings } from "../../services/sessions/models/providers/settings/settings.ts";
import { commandLine, runsInstructions } from "../../services/workforce/worker_kinds/command/command_line.ts";
import type { CommandDefinition } from "../../services/workforce/worker_kinds/command/definition.ts";
import { commandWorker } from "../../services/workforce/worker_kinds/command/worker.ts";
import type { SandboxState } from "../../services/machine/processes/sandbox/mod.ts";
import { TestRepository } from "../git.ts";
import { type Harness, harness } from "../harness.ts";
import { pendingOf } from "../kit/pending_of.ts";
import { approvePending } from "../runs/scenario.ts";
import { SANDBOX, sandboxTest } from "../sandbox.ts";
import { temporaryDirectory } from "../temporary.ts";

const MISSING: SandboxState = {
  available: false,
  reason: "bubblewrap is not installed.",
  fix: "Install it.",
};

/** A service whose only worker is the program; without a sandbox it may run all the same. */
const withProgram = (
  command: readonly string[],
  definition: Partial<CommandDefinition> = {},
  sandbox: SandboxState = SANDBOX ?? MISSING,
): Promise<Harness> =>
  harness({
    workers: 1,
    sandbox,
    availableWorkers: [
      commandWorker(
        { id: "agent", command, allowUnsandboxed: SANDBOX === null, ...definition },
        () => sandbox,
      ),
    ],
  });

/** Asks the program for work and gives the run at rest. */
async function ask(h: Harness, repository: TestRepository, request: string) {
  const { id } = await h.operator("POST /coordinator/runs", {
    body: { request, repoPath: repository.root, worker: { provider: "agent" }, onFailure: "fail" },
  });
  return await h.settled(id);
}

/** What a program says to a request that no shell may read. */
const HOSTILE = "change 'a.txt'; $(touch hacked) `touch hacked` \"{file}\"\nand \\ a second line";

for (
  const [how, command] of [
    ["as its input", ["sh", "-c", "cat > made.txt; echo did it"]],
    ["in an argument", ["sh", "-c", 'printf %s "$1" > made.txt; echo did it', "sh", "{instructions}"]],
    ["in a file", ["sh", "-c", 'cat "$1" > made.txt; echo did it', "sh", "{file}"]],
  ] as const
) {
  Deno.test(`a command worker gets the task ${how}, word for word, and what git sees becomes the patch`, async () => {
    using repository = TestRepository.make();
    await using h = await withProgram(command);
    const waiting = await ask(h, repository, HOSTILE);
    assert.equal(pendingOf(waiting).policyClass, "repo-write", waiting.statusDetail);
    const told = waiting.traces.items.filter(({ type }) => type.startsWith("tool."));
    assert.deepEqual(told.map(({ type }) => type), ["tool.started", "tool.completed"]);
    assert.match(told[1]!.summary, /sh ended with exit code 0/);
    const done = await approvePending(h, waiting);
    assert.equal(done.status, "completed", done.statusDetail);
    assert.equal(repository.read("made.txt"), HOSTILE);
    assert.equal(repository.exists("hacked"), false);
    assert.deepEqual(h.rebuildDifferences(), []);
  });
}

Deno.test("a command worker that ends with another code fails the run with its last lines, and nothing is kept", async () => {
  using repository = TestRepository.make();
  await using h = await withProgram(["sh", "-c", "echo half > made.txt; echo I cannot; exit 3"]);
  const ended = await ask(h, repository, "do it");
  assert.deepEqual([ended.status, ended.statusReason], ["failed", "command_failed"]);
  assert.match(
    ended.statusDetail!,
    /The program sh of the provider "agent" ended with exit code 3\..*I cannot/s,
  );
  assert.equal(repository.exists("made.txt"), false);
  assert.deepEqual(h.rebuildDifferences(), []);
});

sandboxTest(
  "a command worker is confined: it cannot read what lies outside, and reaches the network only if it is defined so",
  async () => {
    using repository = TestRepository.make();
    const outside = temporaryDirectory();
    Deno.writeTextFileSync(join(outside, "canary.txt"), "canary");
    let requests = 0;
    await using server = Deno.serve({ port: 0, hostname: "127.0.0.1", onListen: () => {} }, () => {
      requests++;
      return new Response("", { status: 404 });
    });
    const look = `cat ${
      join(outside, "canary.txt")
    }; git ls-remote http://127.0.0.1:${server.addr.port}/x; true`;
    try {
      {
        await using h = await withProgram(["sh", "-c", look]);
        const ended = await ask(h, repository, "look");
        assert.equal(ended.status, "completed", ended.statusDetail);
        const [started] = ended.traces.items.filter(({ type }) => type === "process.started");
        assert.match(started!.summary, /for agent, in a sandbox, without network/);
        assert.doesNotMatch(JSON.stringify(ended.traces), /canary"/);
        assert.equal(requests, 0);
      }
      await using h = await withProgram(["sh", "-c", look], { network: true });
      await ask(h, repository, "look");
      assert.equal(requests, 0, "the host is on no list");
      const settings = { hosts: [`127.0.0.1:${server.addr.port}`] };
      Deno.writeTextFileSync(join(h.directory, "sandbox.json"), JSON.stringify(settings));
      await ask(h, repository, "look");
      assert.ok(requests > 0, "the control");
    } finally {
      Deno.removeSync(outside, { recursive: true });
    }
  },
);

sandboxTest(
  "a command worker that may only run in a sandbox does not run where sandbox.json turns it off",
  async () => {
    using repository = TestRepository.make();
    await using h = await withProgram(["sh", "-c", "echo x > made.txt"]);
    Deno.writeTextFileSync(join(h.directory, "sandbox.json"), '{ "sandbox": false }');
    const ended = await ask(h, repository, "do it");
    assert.deepEqual([ended.status, ended.statusReason], ["failed", "policy_blocked"]);
    assert.match(ended.statusDetail!, /may only run in a sandbox, .+sandbox\.json turns the sandbox off/);
    assert.equal(ended.traces.items.some(({ type }) => type === "process.started"), false);
  },
);

Deno.test("without a sandbox a command worker is not ready until its definition says so, and it says what that means", async () => {
  using repository = TestRepository.make();
  {
    await using h = await withProgram(
      ["sh", "-c", "echo x > made.txt"],
      { allowUnsandboxed: false },
      MISSING,
    );
    const waiting = await ask(h, repository, "do it");
    assert.equal(waiting.waitingFor?.kind, "dependency");
    assert.match(
      waiting.waitingFor!.detail,
      /bubblewrap is not installed.+"allowUnsandboxed": true.+read all of that user's files/,
    );
  }
  await using h = await withProgram(["sh", "-c", "echo x > made.txt"], { allowUnsandboxed: true }, MISSING);
  const waiting = await ask(h, repository, "do it");
  assert.equal(pendingOf(waiting).policyClass, "repo-write");
});

Deno.test("providers.json makes a program a worker, with the network only where it says so", async () => {
  using repository = TestRepository.make();
  await using h = await harness({ workers: 1, ...(SANDBOX && { sandbox: SANDBOX }) });
  const command = ["sh", "-c", "cat > made.txt; echo did it"];
  const provider = { id: "script", kind: "command", command, allowUnsandboxed: SANDBOX === null };
  Deno.writeTextFileSync(join(h.directory, "providers.json"), JSON.stringify({ providers: [provider] }));
  const { id } = await h.operator("POST /coordinator/runs", {
    body: { request: "any words", repoPath: repository.root, worker: { provider: "script" } },
  });
  const waiting = await h.settled(id);
  assert.equal(pendingOf(waiting).policyClass, "repo-write", waiting.statusDetail);
  assert.equal((await approvePending(h, waiting)).status, "completed");
  assert.equal(repository.read("made.txt"), "any words");
  const settings = (more: object) => JSON.stringify({ providers: [{ ...provider, ...more }] });
  assert.equal(parseSettings(settings({ network: true })).providers[0]?.network, true);
  for (const field of ["network", "allowUnsandboxed"]) {
    const model = { kind: "openai", command: undefined, allowUnsandboxed: false, [field]: true };
    assert.throws(
      () => parseSettings(settings(model)),
      new RegExp(`${field} of "script": it applies to the kind`),
    );
  }
  assert.deepEqual(h.rebuildDifferences(), []);
});

Deno.test("a command worker whose program is not there, or runs the instructions as a script, is not ready and says why", () => {
  const readiness = (...command: string[]) =>
    commandWorker({ id: "agent", command, allowUnsandboxed: true }, () => MISSING).readiness();
  assert.deepEqual(readiness("sh", "-c", "cat"), { ready: true });
  const absent = readiness("no-such-program");
  assert.ok(!absent.ready && /The program "no-such-program" .+ was not found/.test(absent.reason));
  const script = readiness("env", "bash", "-ec", "agent '{instructions}'");
  assert.ok(
    !script.ready && /a script that a shell executes: agent/.test(script.reason),
    JSON.stringify(script),
  );
});

Deno.test("commandLine() hands every argument over as it is, whatever is in it and in the instructions", async () => {
  const argument = fc.string({ unit: "grapheme" }).filter((text) => !text.includes("\0"));
  await fc.assert(
    fc.asyncProperty(fc.array(argument, { maxLength: 4 }), argument, async (given, instructions) => {
      const plain = given.map((text) => text.replaceAll(/[{}]/g, ""));
      const line = commandLine(
        ["printf", "%s\\0", ...plain, "{instructions}", "<{instructions}>{file}"],
        instructions,
      );
      const { stdout } = await new Deno.Command("sh", {
        args: ["-c", "--", line],
        env: { TASK_INPUT_FILE: "/the file" },
      }).output();
      const expected = [...plain, instructions, `<${instructions}>/the file`];
      assert.deepEqual(
        new TextDecoder("utf-8", { ignoreBOM: true }).decode(stdout).split("\0").slice(0, -1),
        expected,
      );
    }),
    { numRuns: 40 },
  );
});

Deno.test("runsInstructions() tells a script from an argument after it", () => {
  assert.equal(runsInstructions(["sh", "-c", 'agent "$1"', "sh", "{instructions}"]), null);
  assert.equal(runsInstructions(["agent", "-c", "{instructions}"]), null);
  assert.equal(runsInstructions(["/bin/dash", "-c", "agent {instructions}"]), "agent {instructions}");
});

Deno.test("a person who wants to step in while a program works is let in when it has ended, and their files are the result", async () => {
  using repository = TestRepository.make();
  await using h = await withProgram([
    "sh",
    "-c",
    "until test -e go; do sleep 0.05; done; echo done > made.txt",
  ]);
  const { id } = await h.operator("POST /coordinator/runs", {
    body: { request: "work", repoPath: repository.root, worker: { provider: "agent" } },
  });
  await h.until(id, ({ traces }) => traces.items.some(({ type }) => type === "process.started"));
  const asked = await h.operator("POST /runs/:id/enter", { params: { id }, body: {} });
  assert.equal(asked.state, "requested");
  await Deno.writeTextFile(join(h.directory, "workspaces", id, asked.id, "go"), "");
  await h.until(id, ({ tasks }) => tasks.some(({ entered }) => entered !== undefined));
  const [entered] = await h.operator("GET /runs/:id/entered", { params: { id } });
  await Deno.remove(join(entered!.directory!, "go"));
  await Deno.writeTextFile(join(entered!.directory!, "made.txt"), "by hand\n");
  await h.operator("POST /runs/:id/hand-back", { params: { id }, body: {} });
  await h.until(id, ({ approvals }) => approvals.length > 0);
  const run = await h.settled(id);
  assert.equal(
    run.traces.items.filter(({ type }) => type === "process.started").length,
    1,
    "it is done once",
  );
  await approvePending(h, run);
  assert.equal(repository.read("made.txt"), "by hand\n");
});
