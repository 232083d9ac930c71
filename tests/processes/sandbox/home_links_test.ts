import assert from "node:assert/strict";
import { join } from "node:path";
import { sandboxTest } from "../../sandbox.ts";
import { Enclosure } from "./enclosure.ts";

sandboxTest("sandbox: a link that a command left in its home leads no later mount out of it", async () => {
  using enclosure = new Enclosure();
  const { home, outside, person } = enclosure;
  Deno.mkdirSync(join(person, ".cargo/bin"), { recursive: true });
  Deno.symlinkSync(`/oldroot${outside}`, join(home, ".cargo"));
  const result = await enclosure.run("echo ran");
  assert.equal(result.output, "ran\n");
  assert.deepEqual([...Deno.readDirSync(outside)].map(({ name }) => name), ["secret.txt"]);
});

/** Where a mount can lie below the home, two levels deep, besides the toolchains. */
const BELOW_HOME: Readonly<
  Record<string, (path: string, enclosure: Enclosure) => Parameters<Enclosure["run"]>[1]>
> = {
  "the storage directory": (path) => ({ place: { storageDirectory: path } }),
  "a writable directory": (path) => ({ rule: { writable: [path] } }),
  "a readable directory": (path) => ({ rule: { readable: [path] } }),
  "the worktree's second path": (path, { worktree }) => ({ place: { alsoAt: { path, worktree } } }),
};

for (const [what, given] of Object.entries(BELOW_HOME)) {
  sandboxTest(
    `sandbox: ${what} below the home is mounted through no link that a command put in its way`,
    async () => {
      using enclosure = new Enclosure();
      const { outside, person } = enclosure;
      Deno.mkdirSync(join(person, "data/harness"), { recursive: true });
      const mounted = given(join(person, "data/harness"), enclosure);
      const moved = await enclosure.run(
        `mv ~/data ~/moved && ln -s /oldroot${outside} ~/data && readlink ~/data`,
        mounted,
      );
      assert.equal(moved.output, `/oldroot${outside}\n`, "the control: the link is there");
      const result = await enclosure.run(
        "echo ran; test -d ~/data/harness && test -d ~/moved && echo both",
        mounted,
      );
      assert.equal(result.output, "ran\nboth\n");
      assert.deepEqual([...Deno.readDirSync(outside)].map(({ name }) => name), ["secret.txt"]);
    },
  );
}
