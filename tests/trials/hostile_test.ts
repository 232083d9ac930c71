import assert from "node:assert/strict";
import { join } from "node:path";
import { runToRest } from "../runs/scenario.ts";
import { runStream } from "../../store/runs/stream.ts";
import { type Harness } from "../harness.ts";
import { sandboxTest } from "../sandbox.ts";
import { temporaryDirectory } from "../temporary.ts";
import { answer, begun, found, past, program, rested, trialHarness, VERIFIER } from "./past.ts";

/** Everything that a program could try to win without doing the work; what it finds out is in its patch. */
const hostile = (future: string, repository: string, shared: string, port: number): string => `
exec 2>/dev/null
git cat-file --batch-all-objects --batch-check='%(objectname)' | while read id; do
  if git cat-file -p "$id" | grep -q '${future}'; then echo "the future is in an object"; fi
done > found.txt
for gone in $(git rev-list --all --reflog) $(git fsck --lost-found --no-reflogs | cut -d' ' -f3); do
  git show "$gone" | grep -q '${future}' && echo "the future is in the history" >> found.txt
done
grep -rqs '${future}' ${repository} && echo "the repository is readable" >> found.txt
echo bad > ${shared}/cache && echo "a shared cache is writable" >> found.txt
git ls-remote http://127.0.0.1:${port}/x && echo "the network is there" >> found.txt
printf 'GET / HTTP/1.0\\r\\n\\r\\n' | nc -w 1 127.0.0.1 ${port}
echo looked >> found.txt
rm -rf tests
mkdir -p tests src
echo 'exit 0' > check.sh
echo 'exit 0' > tests/answer_1.test.sh
echo 'kill -9 $PPID' > src/answer_1.sh
`;

sandboxTest(
  "a worker that looks for the future, deletes tests, edits the verifier, writes to caches and calls out wins nothing",
  async () => {
    using repository = past([answer(1)]);
    const shared = temporaryDirectory();
    const calls: string[] = [];
    await using server = Deno.serve({ port: 0, hostname: "127.0.0.1", onListen: () => {} }, (request) => {
      calls.push(request.url);
      return new Response("refs");
    });
    const { port } = server.addr;
    // The whole text, as the known result has it.
    const script = hostile("echo 7", repository.root, shared, port);
    try {
      await using h = await trialHarness([program("hostile", script, { network: true })]);
      const settings = { writable: [shared], hosts: [`127.0.0.1:${port}`] };
      Deno.writeTextFileSync(join(h.directory, "sandbox.json"), JSON.stringify(settings));
      const { id } = await found(h, repository);
      await begun(h, id, ["hostile/program"]);
      const trial = await rested(h, id);
      assert.equal(trial.status, "completed", trial.statusDetail);
      const [attempt] = trial.attempts;
      assert.equal(attempt!.end!.outcome, "unsolved", attempt!.end!.detail);
      assert.deepEqual(await foundIn(h, attempt!.runId), ["looked"]);
      assert.deepEqual(calls, []);
      assert.deepEqual([...Deno.readDirSync(shared)], []);
      assert.equal(repository.git("status", "--porcelain"), "");

      // The control: in an ordinary run that begins at the same commit, the same program finds the result and passes its own tests.
      repository.git("checkout", "-q", "HEAD~1");
      const run = await runToRest(h, repository, {
        request: answer(1).message,
        verifier: { command: VERIFIER },
      });
      assert.equal(run.evaluation?.outcome, "passed", run.statusDetail);
      const seen = await foundIn(h, run.id);
      assert.ok(seen.includes("the future is in an object"), seen.join());
      assert.ok(seen.includes("a shared cache is writable"), seen.join());
      assert.ok(calls.length > 0, "the network is there");
    } finally {
      Deno.removeSync(shared, { recursive: true });
    }
  },
);

/** What the program found, as its patch says it. */
async function foundIn(h: Harness, runId: string): Promise<string[]> {
  const { bundle } = h.store.documents.get(runStream, runId)!;
  const patch = await h.service.artifacts.readText(bundle!.patchSha256);
  const [, text = ""] = patch.split("b/found.txt\n@@").slice(-2);
  return text.split("\n").filter((line) => line.startsWith("+")).map((line) => line.slice(1)).filter((line) =>
    /the |a |looked/.test(line)
  );
}

sandboxTest(
  "a result that ends the tests early is not solved, although the verifier ends with 0",
  async () => {
    using repository = past([answer(1)]);
    // What decides is in the tests, which run in one shell with the sources.
    const source = (text: string) => ({
      "check.sh": "set -e\n. src/answer.sh\nfor t in tests/*.sh; do . $t; done\n",
      "src/answer.sh": text,
    });
    repository.commit({ ...source("answer=1\n"), "tests/base.sh": "true\n" }, "Begin again with one shell");
    repository.commit({
      ...source("answer=42\n"),
      "tests/hidden.sh": 'test "$answer" = 42\necho "ok - the answer is right"\n',
    }, "Make src/answer.sh give the right answer");
    const worker = (id: string, line: string) => program(id, `echo '${line}' > src/answer.sh`);
    await using h = await trialHarness([worker("early", "exit 0"), worker("honest", "answer=42")]);
    const { id } = await found(h, repository, { commits: 1 });
    await begun(h, id, ["early/program", "honest/program"]);
    const { attempts } = await rested(h, id);
    const ends = Object.fromEntries(attempts.map(({ worker, end }) => [worker.provider, end]));
    assert.equal(ends.honest!.outcome, "solved", ends.honest!.detail);
    assert.equal(ends.early!.outcome, "unsolved");
    assert.match(ends.early!.detail, /exit code 0, but 1 of 1 lines about passed tests are missing/);
  },
);

sandboxTest(
  "a result that covers less, warns more or has tests of its own is solved where the hidden tests pass",
  async () => {
    // As test runners end: with a count of what passed, other counts, shares and a line as wide as the terminal.
    const check = `bad=0; good=0; tests=$(ls tests/*.sh; grep -l "# test" src/*.sh)
for t in $tests; do if sh $t; then good=$((good + 1)); else bad=1; fi; done
test $bad = 1 && exit 1
echo "ok shop 0.012s coverage: $((100 - $(cat src/*.sh | wc -l))).5% of statements"
echo "===== $good passed, $(grep -c warn src/answer.sh) warnings in 0.10s ====="
`;
    using repository = past([]);
    repository.commit({ "check.sh": check, "src/answer.sh": "echo 1\n", "tests/base.sh": "true\n" }, "Count");
    repository.commit({
      "src/answer.sh": "echo 42\n",
      "tests/hidden.sh": 'test "$(sh src/answer.sh)" = 42\n',
    }, "Make src/answer.sh print the right answer");
    const longer = program("longer", "printf '# warn\\n# test\\necho 42\\n' > src/answer.sh");
    await using h = await trialHarness([longer]);
    const { id } = await found(h, repository, { commits: 1 });
    await begun(h, id, ["longer/program"]);
    const { attempts: [attempt] } = await rested(h, id);
    assert.equal(attempt!.end!.outcome, "solved", attempt!.end!.detail);
  },
);
