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

const FILES = { "run.sh": "1", "sub/run.sh": "2", "sub/deep/x.txt": "3" };

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
