import assert from "node:assert/strict";
import { Teller } from "../kit/tell.ts";
import { sandboxTest } from "../sandbox.ts";
import { answer, found, past, trialHarness } from "./past.ts";

sandboxTest(
  "cases of a generated history are exactly those with known answers; the rest is named with its reason",
  async () => {
    using teller = new Teller();
    using repository = past([
      answer(1),
      { message: "Add a note about answers", files: { "notes.md": "none\n" } },
      { message: "wip", files: answer(2).files },
      {
        message: "Test the first answer once more",
        files: { "src/extra.sh": "echo extra\n", "tests/again.test.sh": "test -e src/answer_1.sh\n" },
      },
      {
        message: "Break the second answer for a while",
        files: { "src/answer_2.sh": "echo 1\n", "tests/two.test.sh": "test -e src/missing.sh\n" },
      },
      {
        message: "Mend the second answer again",
        files: {
          "src/answer_2.sh": "echo 14\n",
          "src/missing.sh": "\n",
          "tests/two.test.sh": "test -e src/missing.sh\ntrue\n",
        },
      },
      answer(3),
      {
        message: "Read what another program says",
        files: {
          "src/reader.sh": "echo\n",
          "tests/reader.test.sh": `test -e src/reader.sh || exit 1\n${teller.ask}\ntest "$line" = pass\n`,
        },
      },
    ]);
    await using h = await trialHarness([]);
    teller.open(h.directory);
    const told = teller.tell(["pass", "fail", "pass"]);
    const trial = await found(h, repository, { maxMinutes: 5 });
    await told;
    assert.deepEqual(
      trial.cases.map(({ request, outcome }) => [request, outcome]),
      [
        ["Read what another program says", "flaky"],
        ["Make src/answer_3.sh print 21", "proved"],
        ["Mend the second answer again", "proved"],
        ["Break the second answer for a while", "not_green"],
        ["Test the first answer once more", "not_red"],
        ["Make src/answer_1.sh print 7", "proved"],
      ],
    );
    assert.deepEqual([trial.status, trial.commits, trial.candidates, trial.proved], ["ready", 8, 6, 3]);
    assert.deepEqual(trial.dropped, { flaky: 1, not_green: 1, not_red: 1 });
    const [, third] = trial.cases;
    assert.deepEqual(
      [third!.kind, third!.language, third!.tests, third!.files],
      ["feature", "Shell", ["tests/answer_3.test.sh"], 1],
    );
    assert.deepEqual(third!.passes, ["ok - tests/answer_3.test.sh"]);
    assert.deepEqual(h.rebuildDifferences(), []);
  },
);
