import { z } from "zod";
import { defineStream } from "../stream.ts";

/** The service itself: its last start, and its last maintenance. */
type SystemDocument = {
  id: string;
  startedAt: string | null;
  starts: number;
  maintenanceAt: string | null;
  integrityWarnings: number;
};

/** The life of the service: its starts, its maintenance, and what it noticed about its storage. */
export const systemStream = defineStream<SystemDocument>()({
  kind: "system",
  version: 1,
  events: {
    "system.started": z.object({ holder: z.string(), version: z.string() }),
    "system.maintenance_completed": z.object({
      expiredApprovals: z.number().int(),
      forgottenAnswers: z.number().int(),
    }),
    /** How far the clock is ahead of the elapsed time, and how much of that the machine slept; null if unknown. */
    "system.clock_jumped": z.object({
      milliseconds: z.number().int(),
      sleptMilliseconds: z.number().int().nullable(),
    }),
    "audit.integrity_warning": z.object({ detail: z.string() }),
  },
  indexes: [],
  evolve: (system, event) => {
    const before = system ??
      { id: "service", startedAt: null, starts: 0, maintenanceAt: null, integrityWarnings: 0 };
    switch (event.type) {
      case "system.started":
        return { ...before, startedAt: event.at, starts: before.starts + 1 };
      case "system.maintenance_completed":
        return { ...before, maintenanceAt: event.at };
      case "system.clock_jumped":
        return before;
      case "audit.integrity_warning":
        return { ...before, integrityWarnings: before.integrityWarnings + 1 };
    }
  },
});
