import type { Frame } from "./frame.ts";

const WORKER = "/dashboard/worker.js";

type ScriptAddresses = { createScriptURL: (address: string) => string };
type TrustedTypes = { createPolicy: (name: string, rules: ScriptAddresses) => ScriptAddresses };

/**
 * Registers the service worker, which caches the dashboard's files and opens the page of a clicked notification. Browsers do
 * not support it on pages that were loaded over plain HTTP from another machine.
 */
export async function registerWorker({ navigate }: Pick<Frame, "navigate">): Promise<void> {
  const { serviceWorker } = navigator;
  if (!serviceWorker) return;
  serviceWorker.addEventListener("message", ({ data }) => {
    if (typeof data?.path === "string" && data.path.startsWith("/dashboard")) navigate(data.path);
  });
  const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes };
  const policy = trustedTypes?.createPolicy("service-worker", { createScriptURL: () => WORKER });
  await serviceWorker.register(policy?.createScriptURL(WORKER) ?? WORKER, { scope: "/dashboard" }).catch(
    () => {},
  );
}
