import assert from "node:assert/strict";
import { delimiter, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { writeExecutable } from "../executable.ts";
import { temporaryDirectory } from "../temporary.ts";

const CLI = fileURLToPath(new URL("../../cli.ts", import.meta.url));
/** What doctor executes, and what starts a page or an editor. */
const NAMES = ["git", "bwrap", "deno", "sh", "ps", "xdg-open"];

for (const entry of [".", "", "bin"]) {
  Deno.test(`doctor executes nothing of the directory it is started in, although the PATH has the entry "${entry}"`, async () => {
    const directory = temporaryDirectory();
    try {
      const fired = join(directory, "fired");
      for (const name of NAMES) {
        const path = join(directory, entry, name);
        Deno.mkdirSync(dirname(path), { recursive: true });
        writeExecutable(path, `#!/bin/sh\necho ${name} >> ${fired}\n`);
      }
      const control = new Deno.Command("/bin/sh", {
        args: ["-c", "git"],
        cwd: directory,
        env: { PATH: entry },
      }).outputSync();
      assert.ok(control.success);
      assert.equal(Deno.readTextFileSync(fired), "git\n", "the control: a shell executes it");
      Deno.removeSync(fired);
      const { stdout } = await new Deno.Command(Deno.execPath(), {
        args: ["run", "-A", "--no-check", "--quiet", "--cached-only", CLI, "doctor", "--json"],
        cwd: directory,
        env: {
          PATH: [entry, Deno.env.get("PATH")].join(delimiter),
          AGENT_HARNESS_STORAGE_DIR: join(directory, "storage"),
        },
      }).output();
      const findings = JSON.parse(new TextDecoder().decode(stdout)).findings as {
        name: string;
        detail: string;
      }[];
      assert.match(findings.find(({ name }) => name === "git")!.detail, /^git version/);
      assert.throws(() => Deno.statSync(fired), Deno.errors.NotFound);
    } finally {
      Deno.removeSync(directory, { recursive: true });
    }
  });
}
