import assert from "node:assert/strict";
import { TestRepository } from "../../git.ts";
import { harness } from "../../harness.ts";
import { sandboxTest } from "../../sandbox.ts";
import { runToRest } from "../scenario.ts";

sandboxTest("names that are not UTF-8 do not make a setup fail; all others are copied", async () => {
  // The repository comes without a file of such a name, so the setup makes them: beside others, and in a directory of its own.
  using repository = TestRepository.make({ "a.txt": "hello\n", "sub/b.txt": "x\n" });
  await using h = await harness({ workers: 1 });
  const run = await runToRest(h, repository, {
    request: "run test -e top && test -e sub/made && test -e own/\"$(printf 'n\\377')\" && echo bye > a.txt",
    setup: {
      command:
        `bad="$(printf 'n\\377')"; mkdir own; touch top sub/made "$bad" "sub/$bad" "own/$bad" && test -e "$bad"`,
    },
    verifier: { command: "test -e top && test -e sub/made" },
  });
  assert.equal(run.evaluation?.outcome, "passed", run.statusDetail);
});

sandboxTest("a file that the work put in place of a directory stays where the setup adds to it", async () => {
  using repository = TestRepository.make({ "a.txt": "hello\n", "dir/deep/b.txt": "x\n" });
  await using h = await harness({ workers: 1 });
  const run = await runToRest(h, repository, {
    request: "run rm -r dir && echo mine > dir",
    setup: { command: 'for each in */*; do test ! -d "$each" || touch "$each/made"; done' },
    verifier: { command: 'test "$(cat dir)" = mine' },
  });
  assert.equal(run.evaluation?.outcome, "passed", run.statusDetail);
});

sandboxTest(
  "what a setup added to 300 directories beside tracked files is copied by one program",
  async () => {
    const names = Array.from({ length: 300 }, (_, index) => `many/${index}/tracked.txt`);
    using repository = TestRepository.make(
      Object.fromEntries([["a.txt", "hello\n"], ...names.map((name) => [name, "x\n"])]),
    );
    await using h = await harness({ workers: 1 });
    const copies: string[] = [];
    const { Command } = Deno;
    Deno.Command = class extends Command {
      constructor(program: string | URL, options?: Deno.CommandOptions) {
        super(program, options);
        if (options?.args?.includes("--reflink=auto")) copies.push(String(program));
      }
    };
    try {
      const run = await runToRest(h, repository, {
        request: 'run test "$(ls many/*/made | wc -l)" = 300 && test -x many/7/made && echo bye > a.txt',
        setup: { command: "for each in many/*; do echo made > $each/made; chmod 755 $each/made; done" },
      });
      assert.equal(run.status, "waiting", run.statusDetail);
    } finally {
      Deno.Command = Command;
    }
    const times = (name: string) => copies.filter((program) => program === name).length;
    assert.ok(times("cp") > 0, "each worktree gets a copy of the home");
    assert.equal(times("xargs"), times("cp"), "and one of what lies in the worktree");
    assert.equal(copies.length, 2 * times("cp"));
  },
);
