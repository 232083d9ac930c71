import assert from "node:assert/strict";
import { IntegrityCheck } from "../../services/ground/kernel/integrity.ts";
import { findDamage } from "../../store/integrity.ts";
import { closeStore, openStore } from "../../store/mod.ts";
import { temporaryDirectory } from "../temporary.ts";

/** Allows itself no more open files than it has, and says what a check then finds. */
const STARVED = `
  const { findDamage } = await import(MODULES + "store/integrity.ts");
  const held = [];
  try { for (;;) held.push(Deno.openSync("/dev/null")); } catch { /* none is left */ }
  let said;
  try { said = "damage: " + findDamage(Deno.args[0]); } catch (cause) { said = "not checked: " + cause.message; }
  held.forEach((file) => file.close());
  console.log(said);`;

Deno.test({
  name: "a process without file descriptors left does not call its database damaged",
  ignore: Deno.build.os === "windows",
  fn: async () => {
    const directory = temporaryDirectory();
    closeStore(openStore(directory));
    const file = `${directory}/harness.db`;
    const code = STARVED.replace("MODULES", JSON.stringify(new URL("../../", import.meta.url).href));
    const { stdout, stderr } = await new Deno.Command("sh", {
      args: ["-c", 'ulimit -n 256; exec "$0" eval --no-check --quiet "$1" "$2"', Deno.execPath(), code, file],
    }).output();
    const said = new TextDecoder().decode(stdout);
    assert.match(said, /^not checked: unable to open database file/, new TextDecoder().decode(stderr));
    assert.equal(findDamage(file), null);
    Deno.removeSync(directory, { recursive: true });
  },
});

Deno.test("a check that cannot be made leaves the state unchanged, is told, and is made again until it can", async () => {
  const directory = temporaryDirectory();
  const file = `${directory}/later.db`;
  const check = new IntegrityCheck(0);
  const told: string[] = [];
  const found = await check.start(file, (why) => {
    told.push(why);
    assert.deepEqual(check.state, { state: "checking", detail: null });
    if (told.length < 2) return;
    closeStore(openStore(directory));
    Deno.copyFileSync(`${directory}/harness.db`, file);
  });
  assert.deepEqual([found, check.state], [{ state: "ok", detail: null }, { state: "ok", detail: null }]);
  assert.equal(told.length, 2);
  assert.match(told[0]!, /unable to open database file/);
  Deno.removeSync(directory, { recursive: true });
});

Deno.test("stopped between two attempts, a check resolves with null and is not made again", async () => {
  const check = new IntegrityCheck();
  const found = await check.start("/dev/null/x.db", () => check.stop());
  assert.equal(found, null);
});

Deno.test("damage is what SQLite says of the content: another file, and one that was cut short", () => {
  const directory = temporaryDirectory();
  closeStore(openStore(directory));
  const file = `${directory}/harness.db`;
  const whole = Deno.readFileSync(file);
  Deno.writeFileSync(file, whole.slice(0, 8192));
  assert.match(findDamage(file)!, /malformed/);
  Deno.writeTextFileSync(file, "This is a text. ".repeat(500));
  assert.match(findDamage(file)!, /not a database/);
  Deno.removeSync(directory, { recursive: true });
});
