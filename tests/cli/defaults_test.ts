import assert from "node:assert/strict";
import { join } from "node:path";
import { startFixture } from "./fixture.ts";

type Fixture = Awaited<ReturnType<typeof startFixture>>;

const REQUEST = 'create made.txt with "x"';

/** The run that a command made, as the service has it. */
const made = async ({ connection }: Fixture, stdout: string) =>
  await connection.call("GET /runs/:id", { params: { id: /run_\w+/.exec(stdout)![0] } });

Deno.test("run uses the defaults of the repository and prints them with their source; flags override them", async () => {
  await using fixture = await startFixture();
  const repoPath = await fixture.repository();
  const { connection, main } = fixture;
  await connection.call("POST /repositories/defaults", {
    body: { repoPath, verifier: "test -s made.txt", worker: "builtin/recipe", setup: "true" },
  });
  const plain = await main(["run", REQUEST, "--repo", repoPath]);
  assert.equal(plain.code, 0, plain.stderr);
  assert.match(
    plain.stderr,
    /Defaults: verifier test -s made\.txt \(set by you\), setup true \(set by you\), worker builtin\/recipe \(set by you\)/,
  );
  const { verifier, worker } = await made(fixture, plain.stdout);
  assert.deepEqual([verifier?.command, worker], [
    "test -s made.txt",
    { provider: "builtin", model: "recipe" },
  ]);

  const own = await main([
    "run",
    REQUEST,
    "--repo",
    repoPath,
    "--verify",
    "true",
    "--no-worker",
    "--no-setup",
  ]);
  assert.doesNotMatch(own.stderr, /Defaults:/);
  const other = await made(fixture, own.stdout);
  assert.deepEqual([other.verifier?.command, other.worker], ["true", undefined]);

  const none = await main(["run", REQUEST, "--repo", repoPath, "--no-verify"]);
  assert.equal((await made(fixture, none.stdout)).verifier, undefined);
  const json = await main(["run", REQUEST, "--repo", repoPath, "--json"]);
  assert.equal(JSON.parse(json.stdout).verifier.command, "test -s made.txt", "stdout is JSON alone");
});

Deno.test("run reports a .agent-harness.json that is not admitted, and uses it once it is", async () => {
  await using fixture = await startFixture();
  const repoPath = await fixture.repository({
    ".agent-harness.json": '{ "verifier": "test -s made.txt" }\n',
  });
  const { main } = fixture;
  const before = await main(["run", REQUEST, "--repo", repoPath]);
  assert.match(
    before.stderr,
    /\.agent-harness\.json is not admitted, so nothing of it is used\. See: agent-harness repos defaults/,
  );
  assert.equal((await made(fixture, before.stdout)).verifier, undefined);

  const shown = await main(["repos", "defaults", "--repo", repoPath]);
  assert.match(shown.stdout, /"verifier": "test -s made\.txt"/);
  const admit = /agent-harness (repos admit --repo (\S+) --sha256 ([0-9a-f]{64}))/.exec(shown.stdout)!;
  const admitted = await main(["repos", "admit", "--repo", admit[2]!, "--sha256", admit[3]!]);
  assert.match(admitted.stdout, /✓.* \.agent-harness\.json was admitted/);
  const after = await main(["run", REQUEST, "--repo", repoPath]);
  assert.match(after.stderr, /Defaults: verifier test -s made\.txt \(\.agent-harness\.json\)/);
  assert.equal((await made(fixture, after.stdout)).verifier?.command, "test -s made.txt");

  await Deno.writeTextFile(join(repoPath, ".agent-harness.json"), '{\n  "verfier": "true"\n}\n');
  const wrong = await main(["run", REQUEST, "--repo", repoPath]);
  assert.match(wrong.stderr, /line 2, column 3: "verfier" is not known here\. Did you mean "verifier"\?/);
});

Deno.test("repos set and repos defaults use the current directory without --repo", async () => {
  await using fixture = await startFixture();
  const directory = await fixture.repository();
  const set = await fixture.run(["repos", "set", "--verifier", "npm test"], { directory });
  assert.equal(set.code, 0, set.stderr);
  const shown = await fixture.run(["repos", "defaults"], { directory });
  assert.match(shown.stdout, /verifier\s+npm test\s+set by you/);
  assert.match(shown.stdout, /setup\s+none/);
  const nothing = await fixture.run(["repos", "set"], { directory });
  assert.equal(nothing.code, 2);
  assert.match(nothing.stderr, /Name a verifier, a setup, a worker, needs or a place/);
  const completed = await fixture.run(["__complete", "--", "run", "--repo", "repository"]);
  assert.match(completed.stdout, /^repository-0\t.*\n:files$/m);
  const cleared = await fixture.run(["repos", "set", "--verifier", "null"], { directory });
  assert.match(cleared.stdout, /verifier\s+none/);
});

Deno.test("--repo is a path, a name or a number in every command", async () => {
  await using fixture = await startFixture();
  const { main, connection } = fixture;
  const repoPath = await fixture.repository();
  await fixture.waitingRun(REQUEST, repoPath);
  const name = "repository-0";
  const number = (await connection.call("GET /repositories")).items[0]!.number!;
  for (const repo of [repoPath, name, String(number), `#${number}`, `${repoPath}/../${name}`]) {
    const ended = await main(["run", REQUEST, "--repo", repo]);
    assert.equal(ended.code, 0, `${repo}: ${ended.stderr}`);
    assert.equal((await made(fixture, ended.stdout)).repoPath, repoPath, repo);
    const listed = JSON.parse((await main(["runs", "list", "--repo", repo, "--json"])).stdout);
    assert.ok(
      listed.length > 0 && listed.every((run: { repoPath: string }) => run.repoPath === repoPath),
      repo,
    );
    const dial = await main(["repos", "dial", "--repo", repo, "--dial", "everything", "--json"]);
    assert.equal(JSON.parse(dial.stdout).root, repoPath, repo);
  }
  for (
    const [typed, sentence] of [
      [
        "repository-O",
        /"repository-O" is neither a directory here nor a known repository\. Did you mean repository-0\?/,
      ],
      ["#99", /nor a known repository/],
      ["/nowhere/at/all", /which does not exist/],
    ] as const
  ) {
    const ended = await main(["run", REQUEST, "--repo", typed]);
    assert.equal(ended.code, 2, ended.stderr);
    assert.match(ended.stderr, sentence);
  }
});

Deno.test("--repo: a path in the current directory takes precedence over a name; for an ambiguous name, the error lists the paths", async () => {
  await using fixture = await startFixture();
  const first = await fixture.repository();
  const inside = join(fixture.directory, "elsewhere", "repository-0");
  await Deno.mkdir(inside, { recursive: true });
  await fixture.waitingRun(REQUEST, first);
  await fixture.waitingRun(REQUEST, inside);
  const here = await fixture.run(["repos", "defaults", "--repo", "repository-0", "--json"], {
    directory: join(fixture.directory, "elsewhere"),
  });
  assert.equal(JSON.parse(here.stdout).root, inside);
  const unclear = await fixture.run(["repos", "defaults", "--repo", "repository-0"], { directory: first });
  assert.equal(unclear.code, 2);
  assert.match(unclear.stderr, /ambiguous[\s\S]*elsewhere\/repository-0/);
});
