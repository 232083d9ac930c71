import assert from "node:assert/strict";
import { dirname, join } from "node:path";
import { makeSocketDirectory } from "../../services/machine/network/socket_directory.ts";
import { temporaryDirectory } from "../temporary.ts";

/** Makes a directory for a socket and listens in it, with the given directory for temporary files. */
async function listensWith(preferred: string, temporary: string): Promise<string> {
  const before = Deno.env.get("TMPDIR");
  Deno.env.set("TMPDIR", temporary);
  try {
    const directory = await makeSocketDirectory(preferred, "model.sock");
    Deno.listen({ transport: "unix", path: join(directory, "model.sock") }).close();
    return directory;
  } finally {
    if (before === undefined) Deno.env.delete("TMPDIR");
    else Deno.env.set("TMPDIR", before);
  }
}

Deno.test("a socket is where it was asked for, or where its path is short enough for the system", async () => {
  const top = temporaryDirectory();
  const deep = join(top, "d".repeat(90), "proxy");
  const near = Deno.makeTempDirSync({ dir: "/tmp", prefix: "near-" });
  assert.equal(await listensWith(join(near, "proxy"), near), join(near, "proxy"));
  assert.equal(dirname(await listensWith(deep, near)), near);
  Deno.mkdirSync(deep, { recursive: true });
  const last = await listensWith(join(deep, "proxy"), deep);
  assert.equal(dirname(last), "/tmp");
  for (const made of [last, near, top]) Deno.removeSync(made, { recursive: true });
});
