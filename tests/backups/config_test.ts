import assert from "node:assert/strict";
import { join } from "node:path";
import { readBackupConfig } from "../../services/ground/kernel/backup_config.ts";
import { ConfigError } from "../../services/ground/kernel/config.ts";
import { temporaryDirectory } from "../temporary.ts";

const read = (variables: Record<string, string>, storage = "/storage") =>
  readBackupConfig((name) => variables[name], storage);

Deno.test("AGENT_HARNESS_BACKUP_*: without them nothing is scheduled, and backups go into the storage directory", () => {
  assert.deepEqual(read({}), {
    directory: "/storage/backups",
    intervalHours: 0,
    keep: 7,
    chain: 1,
    passphraseFile: null,
    excludeSecrets: false,
  });
});

Deno.test("AGENT_HARNESS_BACKUP_*: a value that cannot work stops the start, with a sentence that names it", () => {
  const directory = temporaryDirectory();
  const file = (name: string, text: string, mode: number) => {
    const path = join(directory, name);
    Deno.writeTextFileSync(path, text);
    Deno.chmodSync(path, mode);
    return path;
  };
  const bad: [string, string, RegExp][] = [
    ["DIR", "relative", /Use an absolute path/],
    ["DIR", join(directory, "none"), /mkdir/],
    ["DIR", file("file", "", 0o600), /is a file/],
    ["INTERVAL_HOURS", "daily", /0 to 8760/],
    ["INTERVAL_HOURS", "-1", /0 to 8760/],
    ["KEEP", "0", /1 to 1000/],
    ["CHAIN", "0", /1 to 100/],
    ["EXCLUDE_SECRETS", "yes", /1 \(on\) or 0 \(off\)/],
    ["PASSPHRASE_FILE", join(directory, "none"), /cannot be read/],
    ["PASSPHRASE_FILE", file("short", "too short\n", 0o600), /contains 9 characters/],
    ["PASSPHRASE_FILE", file("open", "a passphrase that is long enough", 0o644), /chmod 600/],
  ];
  for (const [name, value, allowed] of bad) {
    const variable = `AGENT_HARNESS_BACKUP_${name}`;
    assert.throws(() => read({ [variable]: value }), (error) => {
      assert.ok(error instanceof ConfigError, String(error));
      assert.ok(error.message.startsWith(`${variable} is "${value}"`), error.message);
      assert.match(error.message, allowed);
      return true;
    });
  }
  const good = file("good", "a passphrase that is long enough\n", 0o600);
  assert.equal(read({ AGENT_HARNESS_BACKUP_PASSPHRASE_FILE: good }).passphraseFile, good);
  assert.equal(read({ AGENT_HARNESS_BACKUP_DIR: directory }).directory, Deno.realPathSync(directory));
  Deno.removeSync(directory, { recursive: true });
});
