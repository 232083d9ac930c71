import { chromium } from "playwright-core";

/** Names the address at which the Chromium of a run of tests answers. */
export const ENDPOINT_VARIABLE = "AGENT_HARNESS_TEST_CHROMIUM_ENDPOINT";

/** How every Chromium of the tests is started. */
export const CHROMIUM_OPTIONS = { args: ["--no-sandbox", "--disable-dev-shm-usage"] };

/** A Chromium that test files in other threads and processes connect to. */
export type LentChromium = AsyncDisposable & { endpoint: string; kill: () => Promise<void> };

/** Starts one Chromium for all test files of a run. If it dies, they start others, and say so. */
export async function lendChromium(executablePath: string): Promise<LentChromium> {
  const server = await chromium.launchServer({ ...CHROMIUM_OPTIONS, executablePath, host: "127.0.0.1" });
  return {
    endpoint: server.wsEndpoint(),
    kill: () => server.kill(),
    [Symbol.asyncDispose]: () => server.close(),
  };
}
