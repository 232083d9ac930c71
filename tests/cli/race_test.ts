import assert from "node:assert/strict";
import { join } from "node:path";
import { startFixture } from "./fixture.ts";

Deno.test("race: workers are named with run --race, compared, picked, combined, and picked again", async () => {
  await using fixture = await startFixture({ AGENT_HARNESS_WORKERS: "3" });
  const provider = (id: string, script: string) => ({
    id,
    kind: "command",
    command: ["sh", "-c", script],
    allowUnsandboxed: true,
  });
  const providers = [provider("good", "echo good > good.txt"), provider("lazy", "echo lazy > lazy.txt")];
  Deno.writeTextFileSync(join(fixture.storage, "providers.json"), JSON.stringify({ providers }));
  const root = await fixture.repository();
  const run = ["run", "Be good", "--repo", root, "--verify", "test -f good.txt"];
  const refused = await fixture.main([...run, "--pick", "first-green"]);
  assert.match(refused.stderr, /Use --pick and --max-cost with --race/);
  const started = await fixture.main([...run, "--race", "good,lazy", "--watch"]);
  assert.equal(started.code, 7, started.stderr);
  assert.match(
    started.stdout + started.stderr,
    /The race is over. Pick a result[\s\S]*agent-harness race run_/,
  );
  const shown = await fixture.main(["race", "1"]);
  assert.match(shown.stdout, /good[\s\S]*failed → passed[\s\S]*lazy[\s\S]*failed/);
  const notYet = await fixture.main(["review", "1"]);
  assert.match(notYet.stderr, /has several results. Pick one: agent-harness race/);
  const diff = await fixture.main(["race", "1", "--diff", "2"]);
  assert.match(diff.stdout, /lazy\.txt[\s\S]*hunk \S+/);
  const { contender, patch, files } = JSON.parse(
    (await fixture.main(["race", "1", "--diff", "2", "--json"])).stdout,
  );
  assert.deepEqual([contender, files[0].path], [2, "lazy.txt"]);
  assert.match(patch, /^\+lazy$/m);
  const wrong = await fixture.main(["race", "1", "--pick", "3"]);
  assert.match(wrong.stderr, /has no contender 3. It has 1 to 2/);
  const both = await fixture.main(["race", "1", "--pick", "1", "--pick", "2"]);
  assert.equal(both.code, 0, both.stderr);
  assert.match(both.stdout, /✓ 1[\s\S]*✓ 2/);
  const undone = await fixture.main(["race", "1", "--undo"]);
  assert.doesNotMatch(undone.stdout, /✓/);
  const picked = await fixture.main(["race", "1", "--pick", "1", "--json"]);
  assert.deepEqual(JSON.parse(picked.stdout).picked, [{ contender: 1 }]);
  const named = await fixture.main(["race", "1", "--pick", "one"]);
  assert.match(named.stderr, /"one" is no contender. Use its number, such as 2/);
  const beyond = await fixture.main(["race", "1", "--pick", "9"]);
  assert.match(beyond.stderr, /"9" is no contender. Use its number, such as 2/);
});
