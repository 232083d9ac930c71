import assert from "node:assert/strict";
import { join } from "node:path";
import { findProgram } from "../../../services/ground/kernel/find_program.ts";
import { sandboxTest } from "../../sandbox.ts";
import { temporaryDirectory } from "../../temporary.ts";
import { pendingOf } from "../../kit/pending_of.ts";
import { configure, NO_SANDBOX, World } from "./acp_world.ts";
import { script } from "./script.ts";

sandboxTest(
  "an ACP agent in its sandbox sees its worktree and its home, and no other file of the person",
  async () => {
    const secret = temporaryDirectory();
    Deno.writeTextFileSync(join(secret, "key"), "secret");
    await using world = await World.open();
    const at = [join(secret, "key"), "/etc/shadow", world.h.directory, world.repository.root, "/root"];
    const asked = await world.begin(script({ do: "look", at, path: "seen.txt" }));
    await world.apply(await world.decide(asked, "approve"));
    const seen = world.repository.read("seen.txt").trim().split("\n").map((line) => line.split(" "));
    const of = (path: string) => seen.find(([each]) => each === path)?.[1];
    assert.equal(of(join(secret, "key")), "NotFound");
    assert.equal(of("/etc/shadow"), "NotFound");
    assert.ok(!of(world.h.directory)!.includes("harness.db"), of(world.h.directory));
    assert.ok(!of(world.repository.root)?.includes("a.txt"), of(world.repository.root));
    Deno.removeSync(secret, { recursive: true });
  },
);

sandboxTest(
  "an ACP agent in its sandbox reaches the model proxy and nothing else of this machine",
  async () => {
    await using world = await World.open();
    const other = Deno.serve(
      { hostname: "127.0.0.1", port: 0, onListen: () => {} },
      () => new Response("open"),
    );
    const command =
      `curl --version > version.txt && curl -s -m 2 http://127.0.0.1:${other.addr.port}/ > reached.txt || echo none > reached.txt`;
    const asked = await world.begin(
      script({ do: "model", path: "answer.txt" }, { do: "run", command, how: "unasked" }),
    );
    await world.apply(await world.decide(asked, "approve"));
    await other.shutdown();
    assert.match(world.repository.read("answer.txt"), /^200 /);
    assert.match(world.repository.read("version.txt"), /^curl/, "the test needs curl");
    assert.equal(world.repository.read("reached.txt"), "none\n");
  },
);

sandboxTest("what the repository brings for agents to run is covered, and stays as it is", async () => {
  const files = {
    ".claude/settings.json": "{}\n",
    ".opencode/plugin/x.js": "x\n",
    ".mcp.json": '{"mcpServers":{}}\n',
    "a.txt": "a\n",
  };
  await using world = await World.open({ files });
  const asked = await world.begin(
    script(
      {
        do: "run",
        command: "ls -A .claude .opencode > seen.txt; cat .mcp.json >> seen.txt",
        how: "unasked",
      },
      { do: "run", command: "touch .claude/mine || echo refused >> seen.txt", how: "unasked" },
    ),
  );
  assert.match(pendingOf(asked).title, /without asking: seen\.txt$/);
  const done = await world.apply(await world.decide(asked, "approve"));
  assert.equal(world.repository.read("seen.txt"), ".claude:\n\n.opencode:\nrefused\n");
  assert.equal(world.repository.git("status", "--porcelain"), "?? seen.txt\n");
  assert.deepEqual(world.incidents(done), ["unasked_change"]);
});

Deno.test("without a sandbox an ACP agent is not started, and the run says what can be done", async () => {
  await using world = await World.open({ sandbox: NO_SANDBOX, agent: { allowUnsandboxed: false } });
  const run = await world.begin(script({ do: "say", text: "Hello." }));
  assert.deepEqual([run.status, run.waitingFor?.kind], ["waiting", "dependency"]);
  assert.match(run.waitingFor!.detail, /with all rights of the user.*"allowUnsandboxed": true for "coder"/s);
});

Deno.test("allowUnsandboxed starts an ACP agent without a sandbox, and every question says so", async () => {
  await using world = await World.open({ sandbox: NO_SANDBOX, agent: { allowUnsandboxed: true } });
  const asked = await world.begin(
    script({ do: "model", path: ".git/answer.txt" }, { do: "edit", path: "a.txt", text: "a\n" }),
  );
  const { reasons } = pendingOf(asked);
  assert.ok(
    reasons.some((reason) => /^It runs without a sandbox \(It is not installed here\.\)/.test(reason)),
    reasons.join(),
  );
  const done = await world.apply(await world.decide(asked, "approve"));
  assert.equal(world.events(done).filter(({ type }) => type === "model.completed").length, 1);
});

Deno.test("an ACP agent whose program is not there makes the run wait, and it continues once it is", async () => {
  await using world = await World.open({ agent: { command: ["no-such-agent", "acp"] } });
  const run = await world.begin(script({ do: "edit", path: "a.txt", text: "a\n" }));
  assert.match(run.waitingFor!.detail, /Its program "no-such-agent" was not found/);
  await configure(world.h.directory, world.server, { mode: "resume", agent: {} });
  await world.h.operator("POST /providers/:provider/health-check", {
    params: { provider: "coder" },
  });
  const asked = await world.h.until(run.id, ({ approvals }) => approvals.length > 0);
  assert.equal(pendingOf(asked).title, "Let coder change a.txt");
  await world.h.operator("POST /runs/:id/cancel", { params: { id: run.id }, body: {} });
});

sandboxTest(
  "what an agent wants of the network when it starts is told apart from what its work does",
  async () => {
    await using world = await World.open({ dial: "border" });
    const reach = { do: "reach", url: "http://start.example.test/" } as const;
    const started = await world.begin(script(reach, { do: "edit", path: "b.txt", text: "b" }));
    // The test agent is a Deno program, which asks for updates by itself at any time.
    assert.doesNotMatch(started.networkSummary, /start\.example\.test/);
    assert.deepEqual(started.network!.refused.filter(({ host }) => host.startsWith("start.")), [{
      host: "start.example.test:80",
      reason: "agent_start",
      attempts: 1,
    }]);
    const after = { do: "reach", url: "http://work.example.test/" } as const;
    const worked = await world.begin(script(reach, { do: "edit", path: "b.txt", text: "b" }, after, reach));
    assert.match(
      worked.networkSummary,
      /work\.example\.test:80 was refused.*start\.example\.test:80 was refused/,
    );
    assert.deepEqual(world.h.rebuildDifferences(), []);
  },
);

sandboxTest(
  "an agent that keeps a program of its own in the person's home directory finds it in the sandbox, and nothing else there",
  async () => {
    const own = temporaryDirectory();
    const before = Deno.env.get("HOME");
    try {
      Deno.env.set("HOME", own);
      Deno.mkdirSync(join(own, ".cache/opencode/bin"), { recursive: true });
      Deno.writeTextFileSync(join(own, ".cache/opencode/bin/rg"), "#!/bin/sh\necho found\n", { mode: 0o755 });
      Deno.writeTextFileSync(join(own, ".cache/opencode/secret"), "canary");
      Deno.writeTextFileSync(join(own, ".cache/opencode/bin/secret"), "canary");
      const command =
        `{ command -v rg && rg --version; ls ${own}/.cache/opencode/bin ${own}/.cache/opencode; } > seen.txt 2>&1`;
      const seenBy = async (preset: string) => {
        await using world = await World.open({ dial: "border", agent: { preset } });
        const run = await world.begin(script({ do: "run", command }));
        await world.apply(run);
        return world.repository.read("seen.txt");
      };
      const seen = await seenBy("opencode");
      const onPath = findProgram("rg", Deno.env.get("PATH") ?? "");
      assert.ok(seen.startsWith(onPath ?? `${own}/.cache/opencode/bin/rg\nfound\n`), seen);
      assert.doesNotMatch(seen, /secret/);
      assert.doesNotMatch(await seenBy("plain"), /found/, "the control: another agent does not look there");
    } finally {
      if (before === undefined) Deno.env.delete("HOME");
      else Deno.env.set("HOME", before);
      Deno.removeSync(own, { recursive: true });
    }
  },
);
