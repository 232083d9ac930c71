import assert from "node:assert/strict";
import { join } from "node:path";
import { restoreBackup } from "../../services/operations/backups/restore.ts";
import { verifyBackup } from "../../services/operations/backups/verify.ts";
import { findProgram } from "../../services/ground/kernel/find_program.ts";
import { PASSPHRASE, Storage } from "./made.ts";

const path = Deno.env.get("PATH") ?? "";
// age asks for a passphrase on a terminal only, and script(1) gives it one.
const missing = ["age", "script"].filter((name) => findProgram(name, path) === null);

async function run(program: string, args: string[], input: string): Promise<Uint8Array> {
  const child = new Deno.Command(program, { args, stdin: "piped", stdout: "piped", stderr: "piped" }).spawn();
  const writer = child.stdin.getWriter();
  await writer.write(new TextEncoder().encode(input));
  const { success, stdout, stderr } = await child.output();
  await writer.close().catch(() => {}); // it stays open until then: a terminal that hangs up ends age
  assert.ok(success, new TextDecoder().decode(stdout) + new TextDecoder().decode(stderr));
  return stdout;
}

Deno.test({
  name: `the age program opens an encrypted backup, and what it encrypts is verified and restored${
    missing.length === 0 ? "" : ` (skipped: no ${missing.join(", no ")})`
  }`,
  ignore: missing.length > 0,
  fn: async () => {
    using storage = await Storage.make();
    const { path: backup } = await storage.backUp({ passphrase: PASSPHRASE });
    const opened = join(storage.place, "opened.tar.gz");
    await run("script", ["-qec", `age --decrypt -o ${opened} ${backup}`, "/dev/null"], `${PASSPHRASE}\n`);
    assert.equal((await verifyBackup(opened, null)).ok, true);

    const foreign = join(storage.place, "foreign.tar.gz.age");
    const twice = `${PASSPHRASE}\n${PASSPHRASE}\n`;
    await run("script", ["-qec", `age --passphrase -o ${foreign} ${opened}`, "/dev/null"], twice);
    assert.equal((await verifyBackup(foreign, PASSPHRASE)).ok, true);
    const restored = join(storage.place, "restored");
    assert.equal((await restoreBackup(foreign, restored, PASSPHRASE)).ok, true);
    assert.ok(Deno.statSync(join(restored, "harness.db")).isFile);
  },
});
