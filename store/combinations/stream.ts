import { z } from "zod";
import { idOf } from "../event.ts";
import { defineStream } from "../stream.ts";
import { type CombinationDocument, combinationSchema } from "./document.ts";

/** The events of combinations; shapes are frozen. A deletion erases what precedes it. */
export const combinationEvents = {
  "combination.verified": combinationSchema,
  "combination.deleted": z.object({}),
} as const;

/** Combinations of open results that were verified. They belong to several runs, so their events name none. */
export const combinationStream = defineStream<CombinationDocument>()({
  kind: "combination",
  version: 1,
  events: combinationEvents,
  indexes: [],
  evolve: (_, event) =>
    event.type === "combination.deleted" ? null : { id: idOf(event), ...event.data, verifiedAt: event.at },
});
