import assert from "node:assert/strict";
import { sandboxTest } from "../sandbox.ts";
import { tryHistory } from "./history.ts";
import { answer, past, VERIFIER } from "./past.ts";

sandboxTest("programs that are handed the real change of some cases solve exactly these", async () => {
  using repository = past([1, 2, 3].map(answer));
  const lines: string[] = [];
  const code = await tryHistory({
    count: 10,
    seed: 6,
    words: [repository.root],
    values: { verifier: VERIFIER },
    flags: new Set(),
    say: (line) => lines.push(line),
  });
  assert.equal(code, 0, lines.join("\n"));
  assert.match(
    lines[0]!,
    /^3 cases in 3 commits: 3 of 3 candidates were looked at in \d+ s; dropped: none\.$/,
  );
  const [first, second] = lines.slice(1, 3).map((line) =>
    /^(\w+)\/program solved (\d) of 3 .* of (\d) that it was handed, 0 were not solved; of the others, 0 were\.$/
      .exec(line)
  );
  assert.deepEqual([first?.[1], second?.[1]], ["first", "second"], lines.join("\n"));
  for (const found of [first, second]) assert.equal(found![2], found![3]);
  assert.ok(Number(first![2]) + Number(second![2]) > 0, "the seed hands out nothing");
  assert.match(lines[3]!, /^noise: /);
});
