import assert from "node:assert/strict";
import { join } from "node:path";
import { followRun } from "../../commands/service/follow.ts";
import { hereOptions } from "../../commands/here/options.ts";
import { askUsual } from "../../commands/here/usual.ts";
import { connectTo } from "../../commands/service/connection.ts";
import { findProgram } from "../../services/ground/kernel/find_program.ts";
import { REVIEWED } from "../git.ts";
import { AGENT } from "../tokens.ts";
import { denoDirectory } from "../kit/deno_directory.ts";
import { testNeeding } from "../kit/skip.ts";
import { planning, works } from "../models/workers/scenario.ts";
import { says } from "../models/server/reply.ts";
import { ModelServer } from "../models/server/model_server.ts";
import { CLI, fakeShell, makeRepository, startFixture } from "./fixture.ts";
import { startTerminal } from "./tmux.ts";

const FIX = { name: "edit_file", input: { path: "add.js", find: "a - b", replace: "a + b" } };

/** A project whose test fails until its one mistake is mended. */
const PROJECT = {
  "package.json": '{ "name": "sums", "scripts": { "test": "node --test" } }\n',
  "add.js": "exports.add = (a, b) => a - b;\n",
  "add.test.js":
    'require("node:test")("adds", () => require("node:assert").equal(require("./add.js").add(1, 2), 3));\n',
};

/** The shell waits for a line again. */
const PROMPT = /[$#]\s*$/;

const missing = ["tmux", "npm"].filter((program) =>
  findProgram(program, Deno.env.get("PATH") ?? "") === null
);

testNeeding(missing.length === 0 ? null : `Run: apt-get install ${missing.join(" ")}`, {
  name:
    "agent-harness alone: in an empty home from nothing to a reviewed and applied patch, with the test command found, in five answers",
  fn: async () => {
    const work = works(FIX);
    const answer = planning(work);
    await using server = ModelServer.start((question) =>
      question.said.join().includes("one word ready") ? says("ready") : answer(question)
    );
    const free = Deno.listen({ hostname: "127.0.0.1", port: 0 });
    const { port } = free.addr;
    free.close();
    const environment = {
      DENO_DIR: await denoDirectory(),
      AGENT_HARNESS_URL: `http://127.0.0.1:${port}`,
      AGENT_HARNESS_MAINTENANCE_INTERVAL_MS: "0",
      PS1: "$ ",
    };
    await using terminal = await startTerminal("bash --norc --noprofile -i", environment);
    const repository = await makeRepository(join(terminal.directory, "sums"), PROJECT);
    await terminal.type(`cd ${repository}; clear; '${Deno.execPath()}' run -A --quiet '${CLI}'`);
    await terminal.press("Enter");
    const asked = await terminal.asks(/Which one\? \[1–\d+\]/);
    assert.match(asked, /Verifier\s+npm test, by package\.json/);
    const answers = [/–(\d+)\]/.exec(asked)![1]!, server.baseUrl, "", "", "fix the tests"];
    await terminal.type(answers[0]!);
    await terminal.press("Enter");
    await terminal.asks(/Its address/);
    await terminal.type(answers[1]!);
    await terminal.press("Enter");
    await terminal.asks(/The key of/);
    await terminal.press("Enter");
    await terminal.asks(/Use the verifier\? \[Y\/n\]/);
    await terminal.press("Enter");
    await terminal.shows(/w {2}request work in sums/);
    await terminal.type("w");
    await terminal.shows(/What should be done\?/);
    await terminal.send(answers[4]!);
    await terminal.shows(/a approve/);
    await terminal.type("a");
    await terminal.shows(/Press a again[^]*a approve/);
    await terminal.type("a");
    await terminal.shows(/Approved and applied/);
    assert.match(await Deno.readTextFile(join(repository, "add.js")), /a \+ b/);
    await terminal.type("q");
    await terminal.shows(PROMPT);
    const lock = join(terminal.directory, ".local/share/agent-harness/lock");
    const { pid } = JSON.parse(await Deno.readTextFile(lock));
    Deno.kill(pid, "SIGTERM");
    using held = Deno.openSync(lock, { read: true, write: true });
    await held.lock(true);
  },
});

Deno.test("a request in quotes is run and watched with the verifier that a person set, and never with one that a run was given", async () => {
  await using fixture = await startFixture({ AGENT_HARNESS_AGENT_TOKEN: AGENT });
  const repository = await fixture.repository(PROJECT);
  const { call } = fixture.connection;
  const body = { request: 'create x.txt with "x"', repoPath: repository };
  /** The verifier of the run that a request in quotes makes. Only a process of its own stands in another directory. */
  const verifierOf = async (request: string) => {
    const { code, stderr } = await new Deno.Command(Deno.execPath(), {
      args: ["run", "-A", "--quiet", CLI, request],
      cwd: repository,
      env: { AGENT_HARNESS_URL: fixture.url },
      stdin: "null",
    }).output();
    assert.equal(code, 7, new TextDecoder().decode(stderr));
    const [newest] = await call("GET /runs", { query: { limit: 1 } });
    const run = await call("GET /runs/:id", { params: { id: newest!.id } });
    assert.equal(run.request, request);
    return run.verifier?.command ?? null;
  };
  const asAgent = connectTo(fixture.url, AGENT).call;
  await asAgent("POST /coordinator/runs", { body: { ...body, verifier: { command: "touch pwned" } } });
  assert.equal(await verifierOf('create y.txt with "y"'), null);
  const { id, approvalId } = await fixture.waitingRun(body.request, repository, "true");
  await call("POST /approvals/:id/approve", { params: { id: approvalId }, body: REVIEWED });
  assert.equal((await followRun(fixture.connection, id, { onEvent: () => {} })).status, "completed");
  assert.equal(await verifierOf('create z.txt with "z"'), null, "nobody said to keep it");
  await call("POST /repositories/defaults", { body: { repoPath: repository, verifier: "true" } });
  assert.equal(await verifierOf('create w.txt with "w"'), "true");
});

Deno.test("the first minute: when a model is connected, too, what was found is only set after a yes", async () => {
  await using server = ModelServer.start(() => says("ready"));
  const manifest = '{ "scripts": { "test": "node --test" }, "dependencies": { "a": "1" } }\n';
  const files = { ...PROJECT, "package.json": manifest, "package-lock.json": "{}\n" };
  for (
    const [answers, saved, goesOn] of [
      [[""], ["npm test", "npm ci"], true],
      [["n"], [null, null], true],
      [[], [null, null], false],
    ] as const
  ) {
    await using fixture = await startFixture();
    const repoPath = await fixture.repository(files);
    const listed = fakeShell([]);
    assert.equal(await askUsual(listed.shell, fixture.connection, repoPath), false);
    const number = /\[1–(\d+)\]/.exec(listed.questions[0]!)![1]!;
    const { shell, questions, printed } = fakeShell([number, server.baseUrl, "", ...answers]);
    assert.equal(await askUsual(shell, fixture.connection, repoPath), goesOn);
    assert.match(printed.stdout, /is now the default model/);
    assert.match(printed.stderr, /Verifier .*npm test.* after .*npm ci/);
    assert.match(questions.at(-1)!, /^Use the verifier and the setup\? \[Y\/n\]/);
    const { items } = await fixture.connection.call("GET /repositories/defaults", { query: { repoPath } });
    assert.deepEqual(items.slice(0, 2).map(({ value }) => value), saved);
  }
});

Deno.test("agent-harness without a command or a model: Enter continues with instructions, and the found verifier is only saved after a yes", async () => {
  await using fixture = await startFixture();
  const { call } = fixture.connection;
  for (
    const [answers, goesOn, saved] of [
      [["", ""], true, "npm test"],
      [["", "n"], true, null],
      [
        ["", "fix the tests", "Y"],
        true,
        "npm test",
      ],
      [["", "fix the tests"], false, null],
      [[], false, null],
    ] as const
  ) {
    const repoPath = await fixture.repository(PROJECT);
    const { shell, questions, printed } = fakeShell(answers);
    assert.equal(await askUsual(shell, fixture.connection, repoPath), goesOn);
    assert.match(questions[0]!, /\(Enter for none\)/);
    assert.equal(
      /such as: create NOTE\.md with "hello"/.test(printed.stdout + printed.stderr),
      answers.length > 0,
    );
    const { items } = await call("GET /repositories/defaults", { query: { repoPath } });
    assert.equal(items.find(({ id }) => id === "verifier")!.value, saved);
  }
});

Deno.test("a verifier whose program is not on this machine is not proposed, and the missing program is named", async () => {
  await using fixture = await startFixture();
  const repoPath = await fixture.repository({ "gradlew": "#!/bin/sh\n" });
  const ask = async () => {
    const { shell, questions, printed } = fakeShell(["", "Y"]);
    assert.equal(await askUsual(shell, fixture.connection, repoPath), true);
    const { items } = await fixture.connection.call("GET /repositories/defaults", { query: { repoPath } });
    const { value } = items.find(({ id }) => id === "verifier")!;
    return { value, asked: questions.some((question) => question.startsWith("Use the verifier")), printed };
  };
  const without = await ask();
  assert.deepEqual([without.value, without.asked], [null, false]);
  assert.match(
    without.printed.stderr,
    /Verifier +none: .*\.\/gradlew test.*, by gradlew, needs \.\/gradlew, which was not found/,
  );
  await Deno.chmod(join(repoPath, "gradlew"), 0o755);
  const withIt = await ask();
  assert.deepEqual([withIt.value, withIt.asked], ["./gradlew test", true]);
});

Deno.test("a typing error is not a request: only words with a space between them are", () => {
  const { shell } = fakeShell(null);
  for (const argv of [["reveiw"], ["fix", "the", "tests"], ["--json"], [" "], ["fix it", "now"], []]) {
    assert.equal(hereOptions(argv, shell), null, argv.join("|"));
  }
  assert.deepEqual(hereOptions([], fakeShell([]).shell), {}, "at a terminal nothing is the screen");
  assert.deepEqual(hereOptions(["fix the tests"], shell), { request: "fix the tests" });
  assert.deepEqual(hereOptions(["--web", "--url", "http://127.0.0.1:1"], shell), {
    web: true,
    url: "http://127.0.0.1:1",
  });
});
