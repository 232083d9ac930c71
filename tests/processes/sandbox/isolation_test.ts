import assert from "node:assert/strict";
import { join } from "node:path";
import { runProcess } from "../../../services/machine/processes/run.ts";
import { sandboxTest } from "../../sandbox.ts";
import { allGone, Enclosure, uniqueSleep, untilLiving } from "./enclosure.ts";

/** A process of this user with a canary in its environment, as the service is one. */
async function withCanary(work: (pid: number) => Promise<void>): Promise<void> {
  const child = new Deno.Command("cat", {
    env: { CANARY: "canary of a process" },
    stdin: "piped",
    stdout: "piped",
  }).spawn();
  const input = child.stdin.getWriter();
  try {
    // Only a program that answers has its environment for certain: the kernel shows it some time after it was started.
    await input.write(new TextEncoder().encode("ready"));
    await child.stdout[Symbol.asyncIterator]().next();
    await work(child.pid);
  } finally {
    child.kill("SIGKILL");
    await input.abort();
    await child.status;
  }
}

sandboxTest(
  "sandbox: a command sees its worktree and system programs, and none of the home, the storage and what lies beside",
  async () => {
    using enclosure = new Enclosure();
    const { storage, person, outside } = enclosure;
    const places = [storage, person, outside].map((directory) => join(directory, "secret.txt"));
    for (const path of places) {
      assert.match(Deno.readTextFileSync(path), /^canary/, "the control: it is there");
    }
    const result = await enclosure.run(
      `cat a.txt; cat ${
        places.join(" ")
      } /etc/shadow; ls ${storage} ${person} | grep -v :; ls -d /run/* /var/* /root/.ssh`,
    );
    assert.match(result.output, /^canary of storage\/workspaces\/run\/task\n/);
    assert.equal(result.output.match(/canary/g)?.length, 1, result.output);
    assert.match(result.output, /^workspaces$/m, "of the storage only the way to the worktree");
    assert.doesNotMatch(result.output, /^\/run\//m);
  },
);

sandboxTest(
  "sandbox: a command cannot see other processes, nor read their environment",
  () =>
    withCanary(async (pid) => {
      using enclosure = new Enclosure();
      assert.match(Deno.readTextFileSync(`/proc/${pid}/environ`), /canary of a process/, "the control");
      const result = await enclosure.run(
        `cat /proc/[0-9]*/environ | tr '\\0' '\\n' | grep -i canary; ls /proc | grep -c '^[0-9]'; kill -9 ${pid}; kill -9 -1`,
      );
      assert.doesNotMatch(result.output, /canary of/);
      assert.ok(Number(/^\d+$/m.exec(result.output)?.[0]) < 12, result.output);
      assert.match(Deno.readTextFileSync(`/proc/${pid}/environ`), /canary of a process/, "it lives");
    }),
);

sandboxTest(
  "sandbox: only the worktree, the home and temporary files can be written, and no kernel setting",
  async () => {
    using enclosure = new Enclosure();
    const { worktree, home, outside, storage, person } = enclosure;
    const refused = [
      "/x",
      "/usr/x",
      "/etc/x",
      join(storage, "x"),
      join(outside, "x"),
      join(storage, "workspaces/x"),
    ];
    const result = await enclosure.run(
      [
        `for f in ${refused.join(" ")}; do (echo x > $f) 2>/dev/null && echo "wrote $f"; done`,
        'for f in made.txt $HOME/made.txt /tmp/made.txt $TMPDIR/more.txt; do echo x > $f || echo "failed $f"; done',
        'find /proc/sys /sys -type f -writable 2>/dev/null | while read f; do (: >> $f) 2>/dev/null && echo "opened $f"; done',
      ].join("\n"),
    );
    assert.equal(result.output, "");
    assert.equal(Deno.readTextFileSync(join(worktree, "made.txt")), "x\n");
    assert.equal(Deno.readTextFileSync(join(home, "made.txt")), "x\n");
    for (const path of refused) assert.throws(() => Deno.statSync(path), path);
    assert.deepEqual([...Deno.readDirSync(person)].map(({ name }) => name), ["secret.txt"]);
  },
);

sandboxTest(
  "sandbox: nothing of this machine's loopback answers, whatever the rule says; outside of it, it does",
  async () => {
    using enclosure = new Enclosure();
    let requests = 0;
    await using server = Deno.serve({ port: 0, hostname: "127.0.0.1", onListen: () => {} }, () => {
      requests++;
      return new Response("no repository", { status: 404 });
    });
    const command = `git ls-remote http://127.0.0.1:${server.addr.port}/x; echo code $?`;
    const cut = await enclosure.run(command);
    assert.match(cut.output, /code 128/);
    assert.equal(requests, 0, cut.output);
    const allowed = await enclosure.run(command, { rule: { network: true } });
    assert.equal(requests, 0, allowed.output);
    const { output } = await runProcess({
      command,
      directory: enclosure.worktree,
      signal: new AbortController().signal,
      timeoutMilliseconds: 60_000,
      outputLimit: 1_000,
      onSpawn: () => {},
    });
    assert.ok(requests > 0, `the control: ${output}`);
  },
);

sandboxTest("sandbox: a separate loopback works, so that a verifier can test a server", async () => {
  using enclosure = new Enclosure();
  const script = `
    const listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
    const client = await Deno.connect({ hostname: "127.0.0.1", port: listener.addr.port });
    await (await listener.accept()).write(new TextEncoder().encode("over loopback"));
    const bytes = new Uint8Array(13);
    await client.read(bytes);
    Deno.stdout.writeSync(bytes);
    Deno.exit(0);`;
  Deno.writeTextFileSync(join(enclosure.worktree, "loopback.ts"), script);
  const deno = Deno.execPath();
  const result = await enclosure.run(`${deno} run -A --no-config loopback.ts`, {
    place: { readable: [deno] },
  });
  assert.equal(result.output, "over loopback");
});

sandboxTest(
  "sandbox: what a command leaves behind dies with it, also in a separate session and environment",
  async () => {
    using enclosure = new Enclosure();
    const sleep = uniqueSleep();
    const result = await enclosure.run(
      `env -i /usr/bin/env setsid sleep ${sleep} & setsid sleep ${sleep} & echo done`,
    );
    assert.deepEqual([result.exitCode, result.output], [0, "done\n"]);
    await allGone(`sleep\0${sleep}`);
  },
);

sandboxTest("sandbox: what a service that is killed has started dies with it", async () => {
  using enclosure = new Enclosure();
  const sleep = uniqueSleep();
  const service = new Deno.Command(Deno.execPath(), {
    args: ["run", "-A", "--quiet", new URL("./killed_service.ts", import.meta.url).pathname, sleep],
    env: { ENCLOSURE: enclosure.top },
    stdin: "null",
    stdout: "piped",
  }).spawn();
  const reader = service.stdout.pipeThrough(new TextDecoderStream()).getReader();
  for (let output = ""; !output.includes("ready");) {
    const { value, done } = await reader.read();
    assert.ok(!done, output);
    output += value;
  }
  await untilLiving(`sleep\0${sleep}`, 2);
  service.kill("SIGKILL");
  await service.status;
  await allGone(sleep);
  await reader.cancel();
});

sandboxTest("sandbox: paths that are masked read as empty, and a link leads nowhere", async () => {
  using enclosure = new Enclosure();
  const { worktree, outside } = enclosure;
  Deno.mkdirSync(join(worktree, ".agent/plugin"), { recursive: true });
  Deno.writeTextFileSync(join(worktree, ".agent/plugin/run.js"), "canary");
  Deno.writeTextFileSync(join(worktree, ".mcp.json"), "canary");
  Deno.symlinkSync(join(outside, "secret.txt"), join(worktree, "link"));
  const masked = [
    { path: join(worktree, ".agent"), directory: true },
    { path: join(worktree, ".mcp.json"), directory: false },
  ];
  const result = await enclosure.run(
    "find . | sort; cat .mcp.json link; echo x > .agent/x",
    {
      place: { masked },
    },
  );
  assert.doesNotMatch(result.output, /canary/);
  assert.match(result.output, /^\.\/\.agent$/m);
  assert.doesNotMatch(result.output, /plugin/);
  assert.deepEqual([...Deno.readDirSync(join(worktree, ".agent"))].map(({ name }) => name), ["plugin"]);
});
