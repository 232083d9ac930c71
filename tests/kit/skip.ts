/** Names a file that gets a line for each test that is left out, so that the test command can name them all at its end. */
export const SKIPPED_VARIABLE = "AGENT_HARNESS_SKIPPED_TESTS";

/**
 * A test that needs what this machine may lack. `missing` is a sentence that says what that is and how to get it; null where
 * it is there. A test that is left out is named.
 */
export function testNeeding(missing: string | null, test: Deno.TestDefinition): void {
  if (missing !== null) nameSkipped(test.name, missing);
  Deno.test({ ...test, ignore: missing !== null });
}

/** Names a test that is left out here. */
function nameSkipped(name: string, missing: string): void {
  const file = Deno.env.get(SKIPPED_VARIABLE);
  const line = JSON.stringify({ name, missing });
  if (file) Deno.writeTextFileSync(file, `${line}\n`, { append: true });
  else Deno.stderr.writeSync(new TextEncoder().encode(`SKIPPED "${name}": ${missing}\n`));
}

/** What the test command says of the tests that were left out; empty where there are none. */
export function skippedText(lines: string): string {
  const skipped = lines.split("\n").filter(Boolean)
    .map((line) => JSON.parse(line) as { name: string; missing: string });
  return [...Map.groupBy(skipped, ({ missing }) => missing)].map(([missing, tests]) =>
    `\nSKIPPED ${tests.length} ${tests.length === 1 ? "test" : "tests"}: ${missing}\n` +
    tests.map(({ name }) => `  ${name}\n`).join("")
  ).join("");
}
