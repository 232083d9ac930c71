import assert from "node:assert/strict";
import { listDirectory, readDirectory } from "../../services/knowledge/skills/directory.ts";

const SECRET = "a file outside of the skill\n";

/** Lists a skill, replaces a part of it, and returns what is read of it then. */
async function readAfter(replace: (directory: string, outside: string) => void): Promise<string> {
  const root = await Deno.makeTempDir();
  try {
    const [directory, outside] = [`${root}/skill`, `${root}/outside`];
    for (const place of [`${directory}/notes`, outside]) await Deno.mkdir(place, { recursive: true });
    await Deno.writeTextFile(`${directory}/notes/a.md`, "x".repeat(SECRET.length));
    await Deno.writeTextFile(`${outside}/a.md`, SECRET);
    const listed = await listDirectory(directory);
    replace(directory, outside);
    const plain = await Deno.readTextFile(`${directory}/notes/a.md`);
    assert.equal(plain, SECRET, "control: by its path, the other file is read");
    const { files } = await readDirectory(directory, listed);
    return new TextDecoder().decode(files[0]!.bytes);
  } finally {
    await Deno.remove(root, { recursive: true });
  }
}

Deno.test("a directory of a skill that becomes a link after it was listed leads nowhere", async () => {
  const read = readAfter((directory, outside) => {
    Deno.renameSync(`${directory}/notes`, `${directory}/before`);
    Deno.symlinkSync(outside, `${directory}/notes`);
  });
  await assert.rejects(read, /notes\/a\.md changed while it was read\. Try again\./);
});

Deno.test("another file in the place of a listed one is not read", async () => {
  const read = readAfter((directory, outside) =>
    Deno.renameSync(`${outside}/a.md`, `${directory}/notes/a.md`)
  );
  await assert.rejects(read, /notes\/a\.md changed while it was read\. Try again\./);
});
