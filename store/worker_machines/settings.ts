import { z } from "zod";
import { idOf } from "../event.ts";
import { defineStream } from "../stream.ts";

/** Where results are verified: here, by a machine that is independent of those that made them, or by any that is trusted. */
export const verifyOnSchema = z.enum(["control-plane", "another-worker", "any"]);
export type VerifyOn = z.infer<typeof verifyOnSchema>;

/** What a person decided about where work is done. */
type PlacementSettings = {
  id: string;
  /** Null: it follows from which machines are trusted. */
  verifyOn: VerifyOn | null;
  /** The labels of this machine besides its operating system and architecture. */
  labels: string[];
};

/** The settings of where work is done: one document. */
export const placementSettingsStream = defineStream<PlacementSettings>()({
  kind: "placement_settings",
  version: 1,
  events: {
    "placement_settings.changed": z.object({
      verifyOn: verifyOnSchema.nullable().optional(),
      labels: z.array(z.string()).optional(),
    }),
  },
  indexes: [],
  evolve: (before, event) => ({
    id: idOf(event),
    verifyOn: event.data.verifyOn === undefined ? before?.verifyOn ?? null : event.data.verifyOn,
    labels: event.data.labels ?? before?.labels ?? [],
  }),
});
