import assert from "node:assert/strict";
import { join } from "node:path";
import { pendingOf } from "../kit/pending_of.ts";
import { World, type WorldOptions } from "../models/acp/acp_world.ts";
import { script, type Step } from "../models/acp/script.ts";
import { EDIT, ModelWorld, planning, works } from "../models/workers/scenario.ts";
import { sandboxTest } from "../sandbox.ts";

const edits = (count: number): Step[] =>
  Array.from({ length: count }, (_, i) => ({ do: "edit" as const, path: `src/${i}.txt`, text: `${i}\n` }));
const commands = (count: number): Step[] =>
  Array.from({ length: count }, (_, i) => ({ do: "run" as const, command: `echo ${i} >> made.txt` }));

/** A registry on this machine, which the sandbox may reach once somebody allowed it. */
async function withRegistry(world: World): Promise<{ port: number; asked: string[] } & AsyncDisposable> {
  const asked: string[] = [];
  const server = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen: () => {} }, (request) => {
    asked.push(new URL(request.url).pathname);
    return new Response("package\n");
  });
  const { port } = server.addr;
  const rule = { hosts: [`127.0.0.1:${port}`], defaultHosts: false };
  await Deno.writeTextFile(join(world.h.directory, "sandbox.json"), JSON.stringify(rule));
  return { port, asked, [Symbol.asyncDispose]: () => server.shutdown() };
}

const questions = (world: World, run: { id: string }) =>
  world.h.store.events.after(0, 10_000).filter(({ type, runId, data }) =>
    runId === run.id && type === "approval.requested" &&
    (data as { permissionKey?: string }).permissionKey !== undefined
  ).length;

const open = (options: WorldOptions = {}) => World.open({ dial: null, ...options });

sandboxTest(
  "border: ten edits and five commands of an agent are done, recorded, and not asked for",
  async () => {
    await using world = await open();
    const run = await world.begin(script(...edits(10), ...commands(5)));
    const approval = pendingOf(run);
    assert.equal(approval.policyClass, "repo-write", run.statusDetail);
    assert.equal(run.policy?.dial, "border");
    assert.equal(questions(world, run), 0);
    const shown = await world.h.operator("GET /runs/:id/unasked", { params: { id: run.id } });
    assert.deepEqual([shown.dial, shown.asked, shown.refused], ["border", 0, []]);
    assert.equal(shown.commands.length, 5);
    assert.deepEqual(new Set(shown.commands.map(({ because }) => because)), new Set(["inside"]));
    assert.equal(shown.files.length, 11);
    assert.deepEqual(world.incidents(run), []);
  },
);

sandboxTest("everything: the same work is asked for, edit by edit", async () => {
  await using world = await open({ dial: "everything" });
  const run = await world.begin(script(...edits(1), ...commands(1)));
  assert.equal(questions(world, run), 1, "the control: the first edit waits");
  assert.equal(pendingOf(run).policyClass, "internal");
});

sandboxTest(
  "border: a command that needs the network is one question; for this repository, it is none the next time",
  async () => {
    await using world = await open();
    await using registry = await withRegistry(world);
    const command = `curl -s -m 5 http://127.0.0.1:${registry.port}/pkg -o fetched.txt`;
    const steps = script(...edits(1), ...commands(1), { do: "run", command });
    const run = await world.begin(steps);
    const approval = pendingOf(run);
    assert.equal(approval.policyClass, "command");
    assert.deepEqual(approval.asks?.crossings.map(({ kind }) => kind), ["network"]);
    assert.deepEqual(registry.asked, [], "nothing left before the answer");
    const done = await world.decide(run, "approve", { scope: "repository" });
    assert.equal(pendingOf(done).policyClass, "repo-write");
    assert.deepEqual(registry.asked, ["/pkg"]);
    const applied = await world.apply(done);
    assert.equal(applied.network?.hosts[0]?.host, `127.0.0.1:${registry.port}`);
    assert.equal(world.repository.read("fetched.txt"), "package\n");

    const [admission] = (await world.h.operator("GET /repositories/admissions"))
      .filter(({ network }) => network);
    assert.equal(admission?.what, command);
    const next = await world.begin(steps);
    assert.equal(questions(world, next), 0);
    assert.deepEqual(registry.asked, ["/pkg", "/pkg"]);
    await world.apply(next);

    await world.h.operator("POST /repositories/admissions/:id/revoke", { params: { id: admission!.id } });
    assert.equal(questions(world, await world.begin(steps)), 1, "it is asked again once it is revoked");
  },
);

/** A project with an installed program. */
const INSTALLED = {
  "a.txt": "hello\n",
  "node_modules/.bin/tool": "#!/bin/sh\n",
};

sandboxTest(
  "border: npx of an installed program is not asked for, whichever kind of worker runs it; of another it is",
  async () => {
    for (const [program, kinds] of [["tool", []], ["other", ["network"]]] as const) {
      const command = `npx --no-install ${program} || true`;
      await using agents = await open({ files: INSTALLED });
      const byAgent = await agents.begin(script(...edits(1), { do: "run", command }));
      await using models = await ModelWorld.open(
        planning(works({ name: "run_command", input: { command } }, EDIT)),
        { files: INSTALLED },
      );
      const byModel = await models.run("Say bye.");
      for (const run of [byAgent, byModel]) {
        const { policyClass, asks } = pendingOf(run);
        assert.equal(policyClass, kinds.length === 0 ? "repo-write" : "command", run.statusDetail);
        assert.deepEqual(asks?.crossings.map(({ kind }) => kind) ?? [], kinds);
      }
    }
  },
);

sandboxTest("border: the network is shut again when the command that was allowed it has ended", async () => {
  await using world = await open();
  await using registry = await withRegistry(world);
  const address = `http://127.0.0.1:${registry.port}`;
  const run = await world.begin(script(
    { do: "run", command: `curl -s -m 5 ${address}/asked -o a.txt` },
    { do: "run", command: `c=curl; $c -s -m 5 ${address}/hidden -o b.txt || echo none > b.txt` },
  ));
  const done = await world.decide(run, "approve", { scope: "once" });
  assert.equal(
    pendingOf(done).policyClass,
    "repo-write",
    "what is not recognised is not asked for, and reaches nothing",
  );
  assert.deepEqual(registry.asked, ["/asked"]);
});

sandboxTest(
  "border: protected paths are asked for, however they are written, and put back when refused",
  async () => {
    const files = { "a.txt": "a\n", ".github/workflows/ci.yml": "on: push\n", "package-lock.json": "{}\n" };
    for (
      const steps of [
        [{ do: "edit", path: ".github/workflows/ci.yml", text: "evil\n" }],
        [{ do: "edit", path: "./.github/../.github/workflows/ci.yml", text: "evil\n" }],
        [{ do: "edit", path: ".GITHUB/workflows/ci.yml", text: "evil\n" }],
        [{ do: "edit", path: ".github/workflows/ci.yml", text: "evil\n", how: "unasked" }],
        [{ do: "run", command: "echo evil > .github/workflows/ci.yml" }],
        [{ do: "run", command: "ln -s .github x && echo evil > x/workflows/ci.yml && rm x" }],
        [{ do: "run", command: "echo evil > package-lock.json" }],
      ] as Step[][]
    ) {
      await using world = await open({ files });
      const run = await world.begin(script(...steps, ...edits(1)));
      const asked = pendingOf(run);
      assert.equal(asked.policyClass, "internal", `${JSON.stringify(steps)} ${run.statusDetail}`);
      assert.deepEqual(asked.asks?.crossings.map(({ kind }) => kind), ["protected"], JSON.stringify(steps));
      const next = await world.decide(run, "reject");
      await world.apply(next);
      assert.equal(world.repository.read(".github/workflows/ci.yml"), "on: push\n");
      assert.equal(world.repository.read("package-lock.json"), "{}\n");
      assert.equal(world.repository.read("src/0.txt"), "0\n");
      assert.equal(world.repository.exists(".GITHUB"), false);
    }
  },
);

sandboxTest(
  "closed: edits are done; a command that was not admitted is refused without asking, and recorded",
  async () => {
    await using world = await open({ dial: "closed" });
    const run = await world.begin(script(...edits(2), { do: "run", command: "echo x > made.txt" }));
    assert.equal(pendingOf(run).policyClass, "repo-write", run.statusDetail);
    assert.equal(questions(world, run), 0);
    const { refused, files, commands: done } = await world.h.operator("GET /runs/:id/unasked", {
      params: { id: run.id },
    });
    assert.deepEqual([refused.length, files, done], [1, ["src/0.txt", "src/1.txt"], []]);
    assert.match(refused[0]!.detail, /closed/);
  },
);

sandboxTest(
  "an answer for commands like it holds for those, and for no command that only begins so",
  async () => {
    await using world = await open({ dial: "everything" });
    const run = await world.begin(script(
      { do: "run", command: "echo one" },
      { do: "run", command: "echo two three" },
      { do: "run", command: "echo four; echo five > made.txt" },
    ));
    const next = await world.decide(run, "approve", { scope: "pattern", pattern: "echo *" });
    assert.equal(questions(world, run), 2, "the second was covered, the third is asked for");
    assert.equal(pendingOf(next).asks?.command, "echo four; echo five > made.txt");
  },
);

sandboxTest("a change while a run is at work makes it stricter at once, and never wider", async () => {
  await using world = await open({ dial: "everything" });
  const set = (dial: "border" | "closed") =>
    world.h.operator("POST /repositories/dial", { body: { repoPath: world.repository.root, dial } });
  const run = await world.begin(script(...edits(2), { do: "run", command: "echo x > made.txt" }));
  await set("border");
  const next = await world.decide(run, "approve");
  assert.equal(
    pendingOf(next).policyClass,
    "internal",
    "the second edit is asked for as it was when the run began",
  );
  await set("closed");
  const last = await world.decide(next, "approve");
  assert.equal(pendingOf(last).policyClass, "repo-write", "the command was refused");
});
