import type { z } from "zod";
import type { StoredEvent } from "./event.ts";
import type { Fold } from "./handlers.ts";
import type { AnyStream, EventSchemas } from "./stream.ts";
import type { Tables, ViewDefinition } from "./view.ts";

/** One plain sentence for each type of event, written from the event's own shape. */
export type SentencesFor<Events extends EventSchemas> = {
  readonly [Type in keyof Events & string]: (event: StoredEvent<Type, z.output<Events[Type]>>) => string;
};

type Together<Union> = (Union extends unknown ? (each: Union) => void : never) extends
  (all: infer All extends EventSchemas) => void ? All : never;

/** What a domain adds to the store. */
type StoreDomain<Streams extends readonly AnyStream[], Inbox> = {
  streams: Streams;
  views: readonly ViewDefinition[];
  /** An event of these streams that has no sentence does not compile. */
  sentences: SentencesFor<Together<Streams[number]["events"]>>;
  /** How its events change the inbox. Most domains have none. */
  notices?: readonly Fold<Inbox>[];
  /** Which texts of its events can be searched. */
  texts?: readonly Fold<Tables>[];
};

/** Declares what a domain adds to the store; `store/registry.ts` lists it. */
export const storeDomain = <const Streams extends readonly AnyStream[], Inbox = unknown>(
  domain: StoreDomain<Streams, Inbox>,
): StoreDomain<Streams, Inbox> => domain;
