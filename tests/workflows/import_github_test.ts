import assert from "node:assert/strict";
import fc from "fast-check";
import { quotesAt } from "../../services/workforce/drafting/assist/shell_quotes.ts";
import { harness } from "../harness.ts";

/** A workflow with one job of these lines. */
const job = (steps: string, more = "") =>
  `on: push\njobs:\n  build:\n    runs-on: ubuntu-latest\n${more}    steps:\n${steps}`;
const run = (command: string) =>
  job(`      - run: |\n${command.split("\n").map((line) => `          ${line}\n`).join("")}`);

/** The first shell command of a draft, and its variables. */
// deno-lint-ignore no-explicit-any
type Draft = { draft: any; losses: { status: string; why: string }[] };

async function imported(...contents: string[]): Promise<Draft[]> {
  await using h = await harness();
  const found: Draft[] = [];
  for (const content of contents) {
    const body = { import: { format: "github-actions", content } };
    const answer = await h.json("POST", "/workflow-builder/assist", body);
    assert.equal(answer.status, 200, JSON.stringify(answer.body));
    if (answer.body.draft) assert.equal(answer.body.validation.valid, true, content);
    found.push(answer.body);
  }
  return found;
}

/** Commands in which a value stands in every way in which a shell quotes. */
const COMMANDS = [
  "echo ${{ github.sha }}",
  'echo "it\'s ${{ github.sha }}"',
  "echo 'a ${{ github.sha }} b' c",
  "echo 'say \"${{ github.sha }}\"' \"${{ github.ref }}\" '${{ github.ref }}'",
  "# don't\necho '${{ github.sha }}' # it's ${{ github.ref }}",
  "echo \\'${{ github.sha }}\\'",
  "cat <<EOF\nit's ${{ github.sha }}\nEOF\necho '${{ github.ref }}'",
  "cat <<-'END' && echo '${{ github.sha }}'\n\tdon't\n\tEND\necho \"${{ github.ref }}\"",
  "echo a#'${{ github.sha }}'",
];

Deno.test("a command of GitHub Actions prints the same with its values in variables, however they are quoted", async () => {
  const drafts = await imported(...COMMANDS.map(run));
  for (const [i, command] of COMMANDS.entries()) {
    const { with: { command: written, env } } = drafts[i]!.draft.nodes[0];
    const given = Object.fromEntries(Object.keys(env).map((name) => [name, `value-of-${name}`]));
    const expected = command.replaceAll(
      /\$\{\{ github\.(\w+) \}\}/g,
      (_, name) => `value-of-VALUE_GITHUB_${name.toUpperCase()}`,
    );
    assert.equal(await printed(written, given), await printed(expected), command);
  }
});

/** What a shell prints for a command. */
async function printed(command: string, env: Record<string, string> = {}): Promise<string> {
  const { stdout, success } = await new Deno.Command("sh", { args: ["-c", command], env, stderr: "null" })
    .output();
  assert.ok(success, command);
  return new TextDecoder().decode(stdout);
}

Deno.test("typical workflows give a draft that is valid; what gives none is named", async () => {
  const whole = [
    job("      - uses: actions/checkout@v4\n      - run: npm ci\n      - run: npm test\n"),
    job(
      '      - run: tox -e ${{ matrix.env }}\n        env: {V: "${{ matrix.env }}"}\n',
      "    strategy:\n      matrix:\n        env: [a, b]\n",
    ),
    job(
      "      - run: make\n        if: always()\n        continue-on-error: true\n        timeout-minutes: 5\n        working-directory: sub\n",
    ),
    job(
      "      - run: make\n        shell: bash\n",
      "    container: node:20\n    services:\n      db:\n        image: postgres\n",
    ),
    job("      - run: 1\n"),
    run("jq '.a = \"${{ github.sha }}\"' x.json"),
    run("if [ \"$A\" = '${{ env.B }}' ]; then\n  make\nfi"),
  ];
  for (const { draft, losses } of await imported(...whole)) assert.ok(draft, JSON.stringify(losses));
  const none: [string, RegExp][] = [
    [job("      - uses: actions/stale@v9\n"), /"actions\/stale@v9" is external code/],
    [
      "on: push\njobs:\n  a:\n    uses: o/r/.github/workflows/x.yml@v1\n    secrets: inherit\n",
      /The job is the workflow "o\/r/,
    ],
    [run("cat <<'EOF'\n${{ github.sha }}\nEOF"), /in which the shell replaces nothing/],
    [run("curl ${{ secrets.HOST }}"), /needs the secret "secrets.HOST"/],
    [run("x".repeat(4_001)), /1 to 4000 characters/],
  ];
  for (const [i, { draft, losses }] of (await imported(...none.map(([content]) => content))).entries()) {
    assert.equal(draft, null);
    assert.ok(
      losses.some(({ status, why }) => status === "refused" && none[i]![1].test(why)),
      JSON.stringify(losses),
    );
  }
});

Deno.test("the quotes of any command are found for each place, in time that grows with its length", () => {
  const command = fc.array(
    fc.constantFrom("'", '"', "\\", "#", " ", "\n", "<<E", "<<'E'", "E", "a", "\n\tE\n"),
    { maxLength: 60 },
  )
    .map((parts) => parts.join(""));
  fc.assert(fc.property(command, (text) => {
    const places = [...text].map((_, at) => at);
    assert.equal(quotesAt(text, places).length, places.length);
  }));
  for (const part of ["'", "<<E ", "\n", "#", "<<E\nE\n", "<<E\n"]) {
    const started = performance.now();
    quotesAt(part.repeat(20_000), [0, 10_000]);
    assert.ok(performance.now() - started < 2_000, part);
  }
});
