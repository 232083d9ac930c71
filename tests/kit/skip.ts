/** The file that lists skipped tests, so that the test command can name them at its end. */
export const SKIPPED_VARIABLE = "AGENT_HARNESS_SKIPPED_TESTS";

/**
 * Defines a test that needs something this machine may lack. `missing` says what that is and how to get it, or is null. A skipped
 * test is listed.
 */
export function testNeeding(missing: string | null, test: Deno.TestDefinition): void {
  if (missing !== null) nameSkipped(test.name, missing);
  Deno.test({ ...test, ignore: missing !== null });
}

/** Lists a test that is skipped here. */
function nameSkipped(name: string, missing: string): void {
  const file = Deno.env.get(SKIPPED_VARIABLE);
  const line = JSON.stringify({ name, missing });
  if (file) Deno.writeTextFileSync(file, `${line}\n`, { append: true });
  else Deno.stderr.writeSync(new TextEncoder().encode(`SKIPPED "${name}": ${missing}\n`));
}

/** Returns what the test command prints about skipped tests; empty if there are none. */
export function skippedText(lines: string): string {
  const skipped = lines.split("\n").filter(Boolean)
    .map((line) => JSON.parse(line) as { name: string; missing: string });
  return [...Map.groupBy(skipped, ({ missing }) => missing)].map(([missing, tests]) =>
    `\nSKIPPED ${tests.length} ${tests.length === 1 ? "test" : "tests"}: ${missing}\n` +
    tests.map(({ name }) => `  ${name}\n`).join("")
  ).join("");
}
