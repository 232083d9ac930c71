import { join } from "node:path";
import constants from "./constant_fields.json" with { type: "json" };
import scenarios from "./enum_values.json" with { type: "json" };
import type { Seen } from "./collect.ts";
import { declared } from "./declared.ts";

/** Reads what all files of tests left in a directory. */
export const readSeen = (directory: string): Seen[] =>
  [...Deno.readDirSync(directory)].map(({ name }) =>
    JSON.parse(Deno.readTextFileSync(join(directory, name))) as Seen
  );

/** Each field that may be constant, with the reason. */
export const reasons = (): Record<string, string> =>
  Object.fromEntries(
    Object.entries(constants as Record<string, string[]>)
      .flatMap(([reason, fields]) => fields.map((field) => [field, reason])),
  );

/** The declared fields that no answer ever had two values of. */
export function constantFields(seen: readonly Seen[]): string[] {
  const values = new Map<string, Set<string>>();
  for (const { fields } of seen) {
    for (const [field, some] of Object.entries(fields)) {
      values.set(field, new Set([...values.get(field) ?? [], ...some]));
    }
  }
  return [...declared().fields].filter((field) => (values.get(field)?.size ?? 0) < 2).sort();
}

/** Which files of tests saw a value of an enumeration. */
export const filesWith = (seen: readonly Seen[], name: string, value: string): string[] =>
  seen.filter(({ enums }) => enums[name]?.includes(value)).map(({ file }) => file).sort();

/** What a whole run has to say of the answers it saw, a line each. */
export type Report = {
  /** What the lists promise and no test shows. */
  faults: string[];
  /** Entries that can leave the lists, or name another test; what one run sees may depend on its timing. */
  notes: string[];
};

/** Holds what a whole run saw against the lists. */
export function reportOf(seen: readonly Seen[]): Report {
  const known = reasons();
  const found = new Set(constantFields(seen));
  const report: Report = {
    faults: [...found].filter((field) => !Object.hasOwn(known, field)).map((field) =>
      `${field} was never anything but null, empty or one constant: fill it, or take it out of the contract.`
    ),
    notes: Object.keys(known).filter((field) => !found.has(field)).map((field) =>
      `${field} has more than one value now: take it out of tests/fields/constant_fields.json.`
    ),
  };
  for (const [name, values] of Object.entries(scenarios as Record<string, Record<string, string>>)) {
    for (const [value, scenario] of Object.entries(values)) {
      const files = filesWith(seen, name, value);
      if (files.includes(scenario)) continue;
      if (files.length > 0) {
        report.notes.push(
          `"${value}" of ${name} is produced by ${files[0]}: name it in tests/fields/enum_values.json.`,
        );
      } else if (scenario.startsWith("tests/")) {
        report.faults.push(`No test produces "${value}" of ${name}; it was ${scenario}.`);
      }
    }
  }
  return report;
}
