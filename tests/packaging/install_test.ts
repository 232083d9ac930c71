import assert from "node:assert/strict";
import { join } from "node:path";
import { install } from "../../packaging/install.ts";
import { ROOT } from "../kit/root.ts";
import { temporaryDirectory } from "../temporary.ts";

Deno.test({
  name: "deno task install writes a program that starts this checkout from anywhere, with its lockfile",
  ignore: Deno.build.os === "windows",
  fn: async () => {
    const bin = join(temporaryDirectory(), "some where");
    const [file, hint] = await install(["--bin", bin]);
    assert.equal(file, join(bin, "agent-harness"));
    assert.equal(hint, `Add its directory to PATH: ${bin}`);
    const started = await new Deno.Command(file, { args: ["--version"], cwd: bin }).output();
    assert.equal(new TextDecoder().decode(started.stdout), "0.1.0\n");
    const text = await Deno.readTextFile(file);
    assert.ok(text.includes(join(ROOT, "deno.json")) && !text.includes("--no-lock"), text);
    assert.deepEqual(await install(["--bin", bin]), [file, hint], "its own file is replaced");
    await Deno.writeTextFile(file, "#!/bin/sh\necho mine\n");
    await assert.rejects(
      install(["--bin", bin]),
      /is another program\. Move it away, or name another directory/,
    );
    assert.match(await Deno.readTextFile(file), /mine/);
    await Deno.remove(join(bin, ".."), { recursive: true });
  },
});
