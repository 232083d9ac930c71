import assert from "node:assert/strict";
import { dirname, join } from "node:path";
import { writeHomeFiles } from "../../../services/workforce/agents/directories.ts";
import { temporaryDirectory } from "../../temporary.ts";

const FILE = ".codex/config.toml";

/** What an agent can remove in its home for the next attempt, beside files outside that are not its own. */
const LEFT: Readonly<Record<string, (home: string, outside: string) => void>> = {
  "a link to a file": (home, outside) => replaceWithLink(join(home, FILE), join(outside, "config.toml")),
  "a link to nothing": (home, outside) => replaceWithLink(join(home, FILE), join(outside, "new.toml")),
  "a directory that is a link": (home, outside) => replaceWithLink(join(home, dirname(FILE)), outside),
  "a file in place of a directory": (home) => {
    Deno.removeSync(join(home, dirname(FILE)), { recursive: true });
    Deno.writeTextFileSync(join(home, dirname(FILE)), "x");
  },
  "a directory in place of the file": (home) => {
    Deno.removeSync(join(home, FILE));
    Deno.mkdirSync(join(home, FILE, "inside"), { recursive: true });
  },
};

function replaceWithLink(path: string, target: string): void {
  Deno.removeSync(path, { recursive: true });
  Deno.symlinkSync(target, path);
}

for (const [what, remove] of Object.entries(LEFT)) {
  Deno.test(`what the service writes to an agent's home stays in it after the agent left ${what}`, async () => {
    const top = temporaryDirectory();
    try {
      const [home, outside] = [join(top, "home"), join(top, "outside")];
      for (const directory of [home, outside]) Deno.mkdirSync(directory);
      Deno.writeTextFileSync(join(outside, "config.toml"), "precious\n");
      await writeHomeFiles(home, { [FILE]: "first\n" });
      remove(home, outside);
      await writeHomeFiles(home, { [FILE]: "second\n" });
      assert.equal(Deno.readTextFileSync(join(outside, "config.toml")), "precious\n");
      assert.deepEqual([...Deno.readDirSync(outside)].map(({ name }) => name), ["config.toml"]);
      assert.equal(Deno.readTextFileSync(join(home, FILE)), "second\n");
      assert.equal(Deno.lstatSync(join(home, FILE)).mode! & 0o777, 0o600);
    } finally {
      Deno.removeSync(top, { recursive: true });
    }
  });
}
