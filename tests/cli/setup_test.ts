import assert from "node:assert/strict";
import { dirname, join } from "node:path";
import { breakChain } from "./break_chain.ts";
import { fakeShell, runCli, spawnCli, startFixture } from "./fixture.ts";
import { usualUrl } from "../../commands/service/connection.ts";
import { proposePort } from "../../commands/service/ports.ts";
import { readConfig } from "../../services/ground/kernel/config.ts";

async function temporary() {
  const directory = await Deno.realPath(await Deno.makeTempDir({ prefix: "agent-harness-test-cli-" }));
  return { directory, [Symbol.asyncDispose]: () => Deno.remove(directory, { recursive: true }) };
}

const CODE = new URL("../../", import.meta.url).pathname;

Deno.test("init: creates a private directory, accepts its own again, and refuses every other directory", async () => {
  await using place = await temporary();
  const storage = join(place.directory, "new", "storage");
  const made = await runCli(["init", storage]);
  assert.equal(made.code, 0, made.stderr);
  assert.match(made.stdout, new RegExp(`export AGENT_HARNESS_STORAGE_DIR=${storage}\n.*agent-harness serve`));
  assert.equal(Deno.statSync(storage).mode! & 0o777, 0o700);
  const full = join(place.directory, "full");
  await Deno.mkdir(full);
  await Deno.writeTextFile(join(full, "mine.txt"), "mine");
  const link = join(place.directory, "link");
  await Deno.symlink(CODE, link);
  const [again, foreign, code, linked] = await Promise.all([
    runCli(["init", storage, "--json"]),
    runCli(["init", full]),
    runCli(["init", join(CODE, "storage")]),
    runCli(["init", join(link, "storage")]),
  ]);
  assert.equal(again.code, 0);
  assert.deepEqual(JSON.parse(again.stdout).created, false);
  assert.deepEqual([foreign, code, linked].map((ended) => ended.code), [2, 2, 2]);
  await assert.rejects(Deno.stat(join(CODE, "storage")), Deno.errors.NotFound);
  assert.deepEqual([...Deno.readDirSync(full)].map(({ name }) => name), ["mine.txt"]);
});

Deno.test("init: the printed next commands work as they are, whether deno and agent-harness are on PATH or not", async () => {
  await using place = await temporary();
  const executable = async (...parts: string[]) => {
    const path = join(place.directory, ...parts);
    await Deno.mkdir(dirname(path), { recursive: true });
    await Deno.writeTextFile(path, "#!/bin/sh\n", { mode: 0o755 });
    return dirname(path);
  };
  const [deno, passing, harness] = await Promise.all([
    executable("bin", "deno"),
    executable("node_modules", ".bin", "deno"),
    executable("harness", "agent-harness"),
  ]);
  const aliasWith = async (...path: string[]) => {
    const environment = { PATH: ["/nothing", ...path].join(":") };
    const { stdout } = await runCli(["init", join(place.directory, "storage")], { environment });
    return /^ {2}alias agent-harness='(.*)'$/m.exec(stdout)?.[1];
  };
  const cli = join(CODE, "cli.ts");
  assert.equal(await aliasWith(deno), `deno run -A ${cli}`);
  assert.equal(await aliasWith(passing), `npx --yes deno@${Deno.version.deno} run -A ${cli}`);
  assert.equal(await aliasWith(), `npx --yes deno@${Deno.version.deno} run -A ${cli}`);
  assert.equal(await aliasWith(harness), undefined);
});

Deno.test("serve: starts, responds and stops cleanly; without a storage directory it says what to do", async () => {
  await using place = await temporary();
  const without = await runCli(["serve"]);
  assert.equal(without.code, 2);
  assert.match(without.stderr, /agent-harness init/);
  const environment = { AGENT_HARNESS_STORAGE_DIR: place.directory, AGENT_HARNESS_PORT: "0" };
  const child = spawnCli(["serve"], { environment });
  const reader = child.stdout.pipeThrough(new TextDecoderStream()).getReader();
  const { value } = await reader.read();
  const url = /listens on (\S+),/.exec(value ?? "")?.[1];
  assert.ok(url, value);
  assert.equal((await runCli(["health", "--url", url])).code, 0);
  child.kill("SIGTERM");
  await child.stdin.close();
  while (!(await reader.read()).done);
  await child.stderr.cancel();
  assert.equal((await child.status).code, 0);
});

type Finding = { name: string; status: string; detail: string; fix?: string };

Deno.test("doctor: passes for a correct setup, in use or not, and names a fix for each failure", async () => {
  await using fixture = await startFixture();
  await using place = await temporary();
  const findings = ({ stdout }: { stdout: string }) =>
    Object.fromEntries((JSON.parse(stdout).findings as Finding[]).map((one) => [one.name, one]));
  const doctor = (environment: Record<string, string>) => fixture.run(["doctor", "--json"], { environment });
  const nobody = "http://127.0.0.1:1";
  const [held, idle, unset, open, asked] = await Promise.all([
    doctor({ AGENT_HARNESS_STORAGE_DIR: fixture.storage }),
    doctor({
      AGENT_HARNESS_STORAGE_DIR: place.directory,
      AGENT_HARNESS_URL: nobody,
      AGENT_HARNESS_PORT: "0",
    }),
    doctor({ AGENT_HARNESS_URL: nobody }),
    doctor({
      AGENT_HARNESS_STORAGE_DIR: join(place.directory, "missing"),
      AGENT_HARNESS_URL: nobody,
      AGENT_HARNESS_HOST: "0.0.0.0",
      AGENT_HARNESS_PORT: "0",
    }),
    doctor({}),
  ]);
  assert.equal(asked.code, 0, asked.stdout);
  assert.equal(
    findings(asked)["storage directory"]!.detail,
    fixture.storage,
    "the service says which it uses",
  );
  assert.equal(held.code, 0, held.stdout);
  assert.match(findings(held).lock!.detail, /In use by process/);
  assert.equal(findings(held)["audit chain"]!.status, "ok");
  assert.equal(findings(held).service!.status, "ok");
  assert.equal(idle.code, 0, idle.stdout);
  assert.match(findings(idle)["audit chain"]!.detail, /Nothing has been recorded/);
  assert.equal(findings(idle).git!.status, "ok");
  assert.equal(unset.code, 1);
  assert.match(findings(unset)["storage directory"]!.fix!, /agent-harness init/);
  assert.equal(open.code, 1);
  assert.match(findings(open)["storage directory"]!.fix!, /agent-harness init .*missing/);
  assert.match(findings(open).tokens!.fix!, /AGENT_HARNESS_TOKEN=/);
  for (const finding of Object.values(findings(open))) {
    if (finding.status === "failed") assert.ok(finding.fix, finding.name);
  }
});

Deno.test("doctor: finds a log that was changed by hand, and changes nothing itself", async () => {
  await using place = await temporary();
  const storage = join(place.directory, "storage");
  await Deno.mkdir(storage, { mode: 0o700 });
  {
    const { startService } = await import("../../main.ts");
    const { readConfig } = await import("../../services/ground/kernel/config.ts");
    const { silentLog } = await import("../../services/ground/kernel/log.ts");
    const settings: Record<string, string> = { AGENT_HARNESS_STORAGE_DIR: storage, AGENT_HARNESS_PORT: "0" };
    const running = await startService(readConfig((name) => settings[name], null), { log: silentLog });
    await running.stop();
  }
  const environment = {
    AGENT_HARNESS_STORAGE_DIR: storage,
    AGENT_HARNESS_URL: "http://127.0.0.1:1",
    AGENT_HARNESS_PORT: "0",
  };
  const sound = await runCli(["doctor", "--json"], { environment });
  assert.equal(sound.code, 0, sound.stdout);
  await breakChain(storage);
  const before = await Deno.readFile(join(storage, "harness.db"));
  const { code, stdout } = await runCli(["doctor", "--json"], { environment });
  assert.equal(code, 1);
  const chain = (JSON.parse(stdout).findings as Finding[]).find(({ name }) => name === "audit chain");
  assert.equal(chain?.status, "failed");
  assert.deepEqual(await Deno.readFile(join(storage, "harness.db")), before);
});

Deno.test("init: where another program listens at the usual port, a free one is proposed, and kept after a yes for service and commands", async () => {
  await using place = await temporary();
  const environment = { AGENT_HARNESS_STORAGE_DIR: place.directory };
  const asked: string[] = [];
  await using collector = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen: () => {} }, (request) => {
    asked.push(`${new URL(request.url).pathname} ${request.headers.get("authorization")}`);
    return new Response("not here", { status: 404 });
  });
  const taken = collector.addr.port;
  const propose = async (answers: readonly string[] | null, more: Record<string, string> = {}) => {
    const fake = fakeShell(answers, { ...environment, ...more });
    await proposePort(fake.shell, place.directory, taken);
    return fake;
  };
  assert.match((await propose(null)).printed.stderr, /Choose another: export AGENT_HARNESS_PORT=\d+/);
  assert.deepEqual((await propose([], { AGENT_HARNESS_PORT: "80" })).questions, []);
  const no = await propose(["n"]);
  const question = new RegExp(`port ${taken}, which OpenTelemetry's collectors use too.* Use port \\d+`);
  assert.match(no.questions[0]!, question);
  const read = (name: string) => environment[name as keyof typeof environment];
  assert.equal(usualUrl(read), "http://127.0.0.1:4317", "nothing is kept after a no");
  const yes = await propose(["y"]);
  const [, port] = /Use port (\d+)/.exec(yes.questions[0]!)!;
  assert.equal(usualUrl(read), `http://127.0.0.1:${port}`);
  assert.equal(readConfig(read, null).port, Number(port));
  assert.equal(readConfig((name) => name === "AGENT_HARNESS_PORT" ? "81" : read(name), null).port, 81);
  assert.deepEqual((await propose([])).questions, [], "it is asked once");
  assert.deepEqual([...new Set(asked)], ["/health null"], "no token goes to whoever listens there");
});
