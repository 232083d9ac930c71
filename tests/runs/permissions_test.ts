import assert from "node:assert/strict";
import { locateRepository, openControl } from "../../services/machine/repositories/mod.ts";
import { permissionFor } from "../../services/execution/commands/permissions.ts";
import { sha256 } from "../../store/chain.ts";
import { TestRepository } from "../git.ts";
import { harness } from "../harness.ts";
import { temporaryDirectory } from "../temporary.ts";
import { runToRest } from "./scenario.ts";

/** What a permission for a command in a repository with these files would be. */
async function inRepository(
  files: Record<string, string>,
  test: (
    ask: (command: string, directory?: string) => ReturnType<typeof permissionFor>,
    head: () => string,
  ) => Promise<void>,
) {
  using repository = TestRepository.make(files);
  const storage = temporaryDirectory();
  try {
    const control = await openControl(await locateRepository(repository.root, storage), storage);
    const head = () => repository.git("rev-parse", "HEAD").trim();
    await test(
      (command, directory) =>
        permissionFor(
          control,
          { repositoryId: "r", treeish: head(), ...(directory && { directory }) },
          command,
        ),
      head,
    );
  } finally {
    Deno.removeSync(storage, { recursive: true });
  }
}

const FILES = { "run.sh": "1", "sub/run.sh": "2", "sub/deep/x.txt": "3", "my tool.py": "4" };

Deno.test("permissionFor() is bound to the string and the directory; at the top it has the id of older permissions", () =>
  inRepository(FILES, async (ask) => {
    const top = await ask("sh run.sh");
    const ids = [
      top,
      await ask("sh run.sh "),
      await ask("sh run.sh", "sub"),
      await ask("sh run.sh", "sub/deep"),
    ];
    assert.equal(new Set(ids.map(({ id }) => id)).size, 4);
    const old = sha256(JSON.stringify(["r", "sh run.sh", sha256(JSON.stringify(top.files))])).slice(0, 32);
    assert.equal(top.id, old);
    for (const same of ["", ".", "./", "sub/.."]) {
      assert.equal((await ask("sh run.sh", same)).id, top.id, same);
    }
    assert.equal((await ask("sh run.sh", "./sub/")).id, ids[2]!.id);
  }));

Deno.test("permissionFor() finds the files that a command names, from its directory and from the top, by whatever detour", () =>
  inRepository(FILES, async (ask) => {
    const paths = async (command: string, directory?: string) =>
      (await ask(command, directory)).files.map(({ path }) => path).toSorted();
    assert.deepEqual(await paths("sh run.sh"), ["run.sh"]);
    assert.deepEqual(await paths("sh ./sub/../run.sh"), ["run.sh"]);
    assert.deepEqual(await paths("sh run.sh", "sub"), ["run.sh", "sub/run.sh"]);
    assert.deepEqual(await paths("cat ../run.sh;deep/x.txt", "sub"), ["run.sh", "sub/deep/x.txt"]);
    assert.deepEqual(await paths("ls sub"), ["sub"], "a directory stands for all in it");
    assert.deepEqual(await paths("cat ../../etc/passwd /run.sh --run.sh :(top)run.sh :!run.sh"), ["run.sh"]);
    assert.deepEqual(await paths("npm test"), []);
  }));

const NAMING: Record<string, [command: string, paths: string[], directory?: string]> = {
  "a value attached to an option": ["make -fsub/run.sh -kfrun.sh", ["run.sh", "sub/run.sh"]],
  "a value after an at sign": ["curl -d @run.sh x; tar -T@sub/run.sh", ["run.sh", "sub/run.sh"]],
  "a list": ["tool sub/deep:x,run.sh", ["run.sh", "sub/deep"]],
  "a part of a file": ["pytest sub/run.sh::test_one", ["sub/run.sh"]],
  "escapes and quotes within a word": [`sh r\\un.sh; sh s"ub/r"un'.sh'`, ["run.sh", "sub/run.sh"]],
  "a name with a space": [`sh "my tool.py"; sh sub/../my\\ tool.py`, ["my tool.py"]],
  "a path from the root, wherever the worktree is": ["sh /storage/x/../workspaces/sub/run.sh", [
    "run.sh",
    "sub/run.sh",
  ]],
  "a path after a variable": ['sh "$PWD/run.sh" ${PWD}/sub/run.sh', ["run.sh", "sub/run.sh"]],
  "a pattern": ["cat *.sh", ["run.sh"]],
  "a pattern in a directory": ["cat r?n.sh", ["run.sh", "sub/run.sh"], "sub"],
  "a pattern with brackets and braces": ["sh s[tuv]b/{run,other}.sh", ["sub/run.sh"]],
  "a pattern for any depth": ["cat **/run.sh", ["run.sh", "sub/run.sh"]],
  "a pattern for everything": ["cat *", ["my tool.py", "run.sh", "sub"]],
  "a pattern for nothing": ["cat *.txt x*y*z*", []],
};

for (const [what, [command, expected, directory]] of Object.entries(NAMING)) {
  Deno.test(`permissionFor() finds the files that a command names by ${what}`, () =>
    inRepository(FILES, async (ask) => {
      const { files } = await ask(command, directory);
      assert.deepEqual(files.map(({ path }) => path).toSorted(), expected);
    }));
}

Deno.test("permissionFor() takes no longer for a pattern of many wildcards", () =>
  inRepository({ ["a".repeat(200)]: "1" }, async (ask) => {
    assert.deepEqual((await ask(`cat ${"*a".repeat(90)}b`)).files, []);
    assert.equal((await ask(`cat ${"*a".repeat(90)}`)).files.length, 1);
  }));

Deno.test("a command that came from a human is admitted with its first run, and not again with the next", async () => {
  using repository = TestRepository.make();
  await using h = await harness({ workers: 1 });
  const admitted = async (file: string) => {
    const asked = { request: `create ${file} with "x"`, verifier: { command: "true" } };
    const events = await h.eventsOf(async () => void await runToRest(h, repository, asked));
    return events.filter(({ type }) => type === "command.admitted").length;
  };
  assert.deepEqual([await admitted("one.txt"), await admitted("two.txt")], [1, 0]);
});
