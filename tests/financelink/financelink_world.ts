import { type Harness, harness, type HarnessOptions } from "../harness.ts";
import { Provider } from "./provider.ts";

/** Goes through the hosted page, and links what a person chose there. */
export async function linkItem(h: Harness, provider: Provider, more: Record<string, unknown> = {}) {
  const { id } = await h.operator("POST /financelink/link/token/create", { body: {} });
  provider.finish();
  return await h.json("POST", "/financelink/link/token/exchange", { linkTokenId: id, ...more });
}

/** A service that is configured with a provider, and a clock that the test moves. */
export async function onProvider(options: HarnessOptions = {}) {
  const provider = new Provider();
  const time = { now: Date.now() };
  const h = await harness({ now: () => new Date(time.now), ...options });
  await h.operator("POST /financelink/app", { body: provider.app });
  return {
    provider,
    time,
    h,
    runClock: async () => {
      await h.composition.clock.runOnce();
      await h.composition.clock.idle();
    },
    async [Symbol.asyncDispose]() {
      await h[Symbol.asyncDispose]();
      await provider[Symbol.asyncDispose]();
    },
  };
}
