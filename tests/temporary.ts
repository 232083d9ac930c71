/** A new directory of this test alone. Who makes it removes it. */
export const temporaryDirectory = (): string => Deno.makeTempDirSync({ prefix: "agent-harness-test-" });
