import assert from "node:assert/strict";
import { forecastWords } from "../../../client/forecast_words.ts";
import { TestRepository } from "../../git.ts";
import { Teller } from "../../kit/tell.ts";
import { sandboxTest } from "../../sandbox.ts";
import { combined, combining, executions, FILES, verifiedResult } from "./combined.ts";

sandboxTest(
  "a pair clashes only if its verifier fails twice; once red and once green is called flaky",
  async () => {
    using teller = new Teller();
    using repository = TestRepository.make({ ...FILES, "c.txt": "c\n" });
    await using h = await combining();
    teller.open(h.directory);
    // It asks only where both words are there.
    const verifier =
      `! (grep -q one a.txt && grep -q two b.txt) || { ${teller.ask}; test "$line" = pass || { echo 'FAIL both.words'; false; }; }`;
    const one = await verifiedResult(h, repository, [{ path: "a.txt", to: "one\n" }], { verifier });
    const told = teller.tell(["fail", "pass", "fail", "fail"]);
    const two = await verifiedResult(h, repository, [{ path: "b.txt", to: "two\n" }], { verifier });
    const { combinations, results, verifications } = await combined(h, repository);
    assert.deepEqual(combinations, [{
      id: `${one.approval.id}+${two.approval.id}`,
      first: one.approval.id,
      then: two.approval.id,
      outcome: "flaky",
      detail: "The verifier failed, and passed when it was run once more on the same files.",
      failures: ["both.words"],
      output: "FAIL both.words\n",
      toCommit: false,
    }]);
    assert.deepEqual(
      results.map(({ fits }) => fits),
      [true, true],
      "nothing is hindered by a flaky verifier",
    );
    assert.deepEqual([executions(h), verifications.today], [2, 1]);

    const three = await verifiedResult(h, repository, [{ path: "b.txt", to: "two and more\n" }], {
      verifier,
    });
    await told;
    const after = await combined(h, repository);
    const red = after.combinations.find(({ then }) => then === three.approval.id);
    assert.deepEqual([red?.outcome, red?.failures], ["failed", ["both.words"]]);
    assert.equal(executions(h), 4);
    const { notes } = forecastWords(after, one.approval.id);
    assert.deepEqual(
      notes.map(({ before, after, hinders, output }) => [before, after, hinders, output]),
      [
        ["Passes alone, and fails together with ", ": both.words.", "failure", "FAIL both.words\n"],
        [
          "Failed once and passed once, so the verifier is flaky, together with ",
          ": both.words.",
          null,
          "FAIL both.words\n",
        ],
      ],
    );
    const lines = h.store.events.after(0, 10_000).filter(({ type }) => type === "combination.verified");
    assert.equal(lines.length, 2);
    assert.deepEqual(h.rebuildDifferences(), []);
  },
);
