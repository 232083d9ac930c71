import { bundlePrograms } from "../programs.ts";
import { type Asked, type Trial, wholeNumber } from "../soak/trial.ts";
import type { LoadOptions } from "./loaded_service.ts";

const VALUES = { seconds: "how long", profile: "a directory for CPU profiles of the service" };

/** Reads what a trial of load is asked for, and bundles the service, which is otherwise compiled at each start. */
async function read(asked: Asked, seconds: number): Promise<LoadOptions> {
  for (const [name, value] of Object.entries(await bundlePrograms())) Deno.env.set(name, value);
  const { count, seed, values: { profile } } = asked;
  return { count, seed, profile, seconds: wholeNumber(asked, "seconds", seconds) };
}

/** The trials of load: each has a real service process, clients in another, and a person at the dashboard beside them. */
export const LOAD_TRIALS: Readonly<Record<string, Trial>> = {
  "load-subscribers": {
    says: "so many subscribers of events, with connections that drop and a kill; each sees every event once",
    count: 10_000,
    values: VALUES,
    run: async (asked) => {
      const options = await read(asked, 20);
      const { reportSubscribers, trySubscribers } = await import("./subscribers.ts");
      return reportSubscribers(await trySubscribers(options, asked.say), asked.say) ? 0 : 1;
    },
  },
  "load-sessions": {
    says: "so many task sessions at four slots, each reviewed and applied, over a kill",
    count: 1_000,
    values: { profile: VALUES.profile },
    run: async (asked) => {
      const { reportSessions, trySessions } = await import("./sessions.ts");
      return reportSessions(await trySessions(await read(asked, 0)), asked.say) ? 0 : 1;
    },
  },
  "load-webhooks": {
    says: "so many webhooks a second, each posted twice, over two kills; each is processed once",
    count: 100,
    values: VALUES,
    run: async (asked) => {
      const options = await read(asked, 60);
      const { reportWebhooks, tryWebhooks } = await import("./webhooks.ts");
      return reportWebhooks(await tryWebhooks(options), asked.say) ? 0 : 1;
    },
  },
  "load-planner": {
    says: "a planner with so many items: imported, looked at, and changed",
    count: 100_000,
    values: VALUES,
    run: async (asked) => {
      const options = await read(asked, 20);
      const { reportPlanner, tryPlanner } = await import("./planner.ts");
      return reportPlanner(await tryPlanner(options), asked.say) ? 0 : 1;
    },
  },
  "load-events": {
    says: "a store of so many events, with maintenance, backups and erasures going on",
    count: 1_000_000,
    least: 1_000,
    values: { ...VALUES, kept: "a directory for the store, for the next time" },
    run: async (asked) => {
      const options = await read(asked, 60);
      const { reportEvents, tryEvents } = await import("./events.ts");
      return reportEvents(await tryEvents({ ...options, kept: asked.values.kept }, asked.say), asked.say)
        ? 0
        : 1;
    },
  },
};
