import assert from "node:assert/strict";
import { join } from "node:path";
import fc from "fast-check";
import { launchdPlist } from "../../commands/service_unit/launchd.ts";
import { systemdUnit } from "../../commands/service_unit/systemd.ts";
import { main } from "../../commands/main.ts";
import { fakeShell } from "../cli/fixture.ts";
import { temporaryDirectory } from "../temporary.ts";

const printable = fc.string({
  unit: fc.integer({ min: 0x20, max: 0x7e }).map((code) => String.fromCharCode(code)),
  minLength: 1,
});

Deno.test("service print systemd: what is quoted is read back as it was, and holds no specifier and no variable", () => {
  fc.assert(fc.property(printable, printable, (program, storage) => {
    const unit = systemdUnit({ start: [`/bin/${program}`, "serve"], storage: `/s/${storage}` });
    const line = (name: string) =>
      unit.split("\n").find((each) => each.startsWith(`${name}=`))!.slice(name.length + 1);
    const start = line("ExecStart").replace(/ serve$/, "");
    assert.equal(unquoted(start).replaceAll("$$", "$"), `/bin/${program}`);
    assert.equal(unquoted(line("Environment")), `AGENT_HARNESS_STORAGE_DIR=/s/${storage}`);
  }));
});

/** As systemd reads a word: quotes and escapes taken off, `%%` for a percent sign. */
function unquoted(word: string): string {
  const text = word.startsWith('"') ? word.slice(1, -1).replaceAll(/\\(.)/g, "$1") : word;
  assert.ok(word.startsWith('"') || !/[\s"\\]/.test(word), word);
  assert.ok(!text.replaceAll("%%", "").includes("%"), word);
  return text.replaceAll("%%", "%");
}

Deno.test("service print launchd: any path is text of the document, never markup", () => {
  fc.assert(fc.property(printable, (storage) => {
    const plist = launchdPlist({ start: ["/bin/x", "serve"], storage });
    const shown = /AGENT_HARNESS_STORAGE_DIR<\/key>\n\s*<string>([^<>]*)<\/string>/.exec(plist)?.[1];
    const read = shown?.replaceAll("&lt;", "<").replaceAll("&gt;", ">").replaceAll("&amp;", "&");
    assert.equal(read, storage);
  }));
});

Deno.test("service print names what it does not know, and what it needs", async () => {
  for (
    const [args, sentence] of [
      [["service", "print", "upstart", "--storage", "/s"], /Use systemd or launchd/],
      [["service", "print", "systemd"], /--storage/],
    ] as const
  ) {
    const { shell, printed } = fakeShell(null);
    assert.equal(await main(args, shell), 2);
    assert.match(printed.stderr, sentence);
    assert.equal(printed.stdout, "");
  }
});

Deno.test("service print systemd: systemd itself finds nothing wrong with it", async () => {
  const directory = temporaryDirectory();
  const file = join(directory, "agent-harness.service");
  Deno.writeTextFileSync(file, systemdUnit({ start: [Deno.execPath(), "serve"], storage: '/tmp/a b%c"d$e' }));
  const verify = new Deno.Command("systemd-analyze", {
    args: ["--user", "verify", file],
    env: { XDG_RUNTIME_DIR: directory },
  });
  try {
    const { success, stderr } = await verify.output();
    assert.ok(success, new TextDecoder().decode(stderr));
  } catch (cause) {
    if (!(cause instanceof Deno.errors.NotFound)) throw cause;
    Deno.stderr.writeSync(
      new TextEncoder().encode("SKIPPED: systemd-analyze is not here (apt install systemd).\n"),
    );
  }
  Deno.removeSync(directory, { recursive: true });
});
