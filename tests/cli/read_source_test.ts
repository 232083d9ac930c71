import assert from "node:assert/strict";
import { join } from "node:path";
import { temporaryDirectory } from "../temporary.ts";
import { runCli } from "./fixture.ts";

const NAMED = ["secrets", "set", "--name", "x", "--kind", "api-key"];

Deno.test("text that is not UTF-8 is refused instead of being stored with other characters", async () => {
  const directory = temporaryDirectory();
  const file = join(directory, "secret");
  Deno.writeFileSync(file, Uint8Array.of(0x70, 0xe4, 0xdf, 0x77, 0x6f, 0x72, 0x64, 0x31));
  const ended = await Promise.all([
    runCli([...NAMED, "--value", file]),
    runCli(["audio", "transcribe", "audio_1", file, "--mode", "import"]),
  ]);
  for (const { code, stderr } of ended) {
    assert.equal(code, 2);
    assert.match(stderr, /secret is not text in UTF-8\. Convert it first\./);
  }
  Deno.removeSync(directory, { recursive: true });
});

Deno.test("two things from stdin are a mistake with a sentence", async () => {
  const { code, stderr } = await runCli([...NAMED, "--value", "-", "--json-body", "-"], { stdin: "{}" });
  assert.equal(code, 2);
  assert.match(stderr, /Only one thing can come from stdin/);
});
