import { Harness } from "../../harness.ts";
import type { Site } from "../../recovery/site.ts";
import type { ServiceProcess } from "../../recovery/service_process.ts";

/** Makes an automation of a service that goes by the clocks of this machine; it asks for a file, and no run is executed. */
export const automateReally = (
  { operator }: ServiceProcess,
  { repository }: Site,
  trigger: Record<string, unknown>,
  more: Record<string, unknown> = {},
) =>
  operator("POST /automations", {
    body: {
      name: "A trial",
      trigger,
      action: { kind: "run", request: 'create trial.txt with "x"', repoPath: repository.root },
      overlap: "allow_all",
      catchUp: "all",
      ...more,
    } as never,
  });

/** Asks every half second until `test` holds. Only trials wait by the clock: what they wait for is the clock. */
export async function until(test: () => Promise<boolean>): Promise<void> {
  while (!await test()) await new Promise((resolve) => setTimeout(resolve, 500));
}

/** Opens what a service left, without anything becoming due, and closes it after `look`. */
export async function lookAt<T>({ storage }: Site, look: (h: Harness) => T | Promise<T>): Promise<T> {
  const h = await Harness.open({}, storage);
  try {
    return await look(h);
  } finally {
    await h.close();
  }
}
