import type { Frame } from "./frame.ts";

const WORKER = "/dashboard/worker.js";

type ScriptAddresses = { createScriptURL: (address: string) => string };
type TrustedTypes = { createPolicy: (name: string, rules: ScriptAddresses) => ScriptAddresses };

/**
 * Lets the service worker keep the dashboard's files, and go where a notification leads that is clicked. A browser without one,
 * or a page that came over plain HTTP from another machine, does without.
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
