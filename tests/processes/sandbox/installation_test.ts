import assert from "node:assert/strict";
import { dirname, join } from "node:path";
import { writeExecutable } from "../../executable.ts";
import { sandboxTest } from "../../sandbox.ts";
import { Enclosure } from "./enclosure.ts";

const CANARIES = [
  ".ssh/id",
  ".netrc",
  ".config/gh/hosts.yml",
  ".local/share/keyrings/login",
  ".cargo/credentials.toml",
];

/** Where a single program may be installed, with what would be shown if its directory's parent were. */
for (const place of [".local/bin", "bin", ".cargo/bin", "."]) {
  sandboxTest(
    `sandbox: a program in ~/${place} runs, and neither the home nor the storage below it is seen`,
    async () => {
      using enclosure = new Enclosure();
      const { person } = enclosure;
      const storage = join(person, ".local/share/agent-harness");
      for (
        const path of [...CANARIES.map((name) => join(person, name)), join(storage, "secrets/master.key")]
      ) {
        Deno.mkdirSync(dirname(path), { recursive: true });
        Deno.writeTextFileSync(path, "canary");
      }
      const program = join(person, place, "agent");
      Deno.mkdirSync(dirname(program), { recursive: true });
      writeExecutable(program, "#!/bin/sh\necho ran\n");
      const result = await enclosure.run(`${program}; grep -rs canary ~ ${storage}`, {
        place: { programs: [program], storageDirectory: storage },
      });
      assert.equal(result.output, "ran\n");
    },
  );
}

sandboxTest("sandbox: an installation is shown whole, and of a package its packages", async () => {
  using enclosure = new Enclosure();
  const made = { "opt/tool/bin/tool": "lib/text", "opt/node_modules/agent/cli": "../util/text" };
  for (const [name, beside] of Object.entries(made)) {
    const program = join(enclosure.person, name);
    const text = join(dirname(program), "..", name.includes("/bin/") ? beside : "util/text");
    for (const path of [program, text]) Deno.mkdirSync(dirname(path), { recursive: true });
    Deno.writeTextFileSync(text, "from beside\n");
    writeExecutable(program, `#!/bin/sh\ncat ${text}\n`);
    const { output } = await enclosure.run(program, { place: { programs: [program] } });
    assert.equal(output, "from beside\n");
  }
});

for (const path of ["~", "~/.local", "~/.config", "/", "~/link"]) {
  sandboxTest(`sandbox: ${path} cannot be given to a command, readable or writable`, async () => {
    using enclosure = new Enclosure();
    Deno.symlinkSync(enclosure.person, join(enclosure.person, "link"));
    const given = path.replace("~", enclosure.person);
    for (const rule of [{ readable: [given] }, { writable: [given] }]) {
      await assert.rejects(
        () => enclosure.run("true", { rule }),
        /cannot be shown in a sandbox.*Name what is needed below it/,
      );
    }
  });
}
