import type { Harness } from "../harness.ts";

type Input = Parameters<typeof body>[0];

/** A record's body; what a test does not care about has a usual value. */
export const body = (
  given: {
    content: string;
    type?: string;
    scope?: string;
    scopeId?: string;
    source?: { kind: string; id: string };
    confidence?: number;
    validFrom?: string;
    validTo?: string;
    supersedes?: string;
  },
) => ({ type: "fact", scope: "global", source: { kind: "user", id: "me" }, ...given });

/** Records something through the public door. */
export const remember = (h: Harness, given: Input) => h.operator("POST /memory", { body: body(given) });

/** The ids of a list, in its order. */
export const idsOf = (records: readonly { id: string }[]): string[] => records.map(({ id }) => id);

/** A clock that goes on by a second with each look, from a fixed start; `to` sets it forward. */
export function testClock(start = "2026-03-01T09:00:00.000Z") {
  const clock = { at: Date.parse(start) };
  return {
    now: () => new Date(clock.at += 1000),
    forward: (days: number) => void (clock.at += days * 24 * 60 * 60 * 1000),
    read: () => new Date(clock.at).toISOString(),
  };
}
