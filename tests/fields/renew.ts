/**
 * Brings the lists up to date with what was recorded: fields that have two values now leave, and a value that its test does not
 * produce any more, or that had none, gets one that does. What never had two values is for a person to fill or to give a reason.
 *
 *     AGENT_HARNESS_TEST_FIELDS=<directory> deno test -A tests/<domain>
 *     deno run -A tests/fields/renew.ts <directory>
 */
import { constantFields, filesWith, readSeen } from "./check.ts";
import constants from "./constant_fields.json" with { type: "json" };
import { declared } from "./declared.ts";
import scenarios from "./enum_values.json" with { type: "json" };

const seen = readSeen(Deno.args[0]!);
const write = (name: string, lists: unknown) =>
  Deno.writeTextFileSync(new URL(name, import.meta.url), `${JSON.stringify(lists, null, 2)}\n`);

const constant = new Set(constantFields(seen));
const kept = Object.entries(constants as Record<string, string[]>)
  .map(([reason, fields]) => [reason, fields.filter((field) => constant.has(field)).sort()] as const)
  .filter(([, fields]) => fields.length > 0);
write("constant_fields.json", Object.fromEntries(kept));

const known = scenarios as Record<string, Record<string, string>>;
const named = [...declared().enums].map(([name, { values }]) => {
  const tests = values.map((value) => {
    const before = known[name]?.[value] ?? "";
    const files = filesWith(seen, name, value);
    return [value, files.length === 0 || files.includes(before) ? before : files[0]!];
  });
  return [name, Object.fromEntries(tests)];
});
write("enum_values.json", Object.fromEntries(named));
