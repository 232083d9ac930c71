import type { z } from "zod";
import type { StoredEvent } from "./event.ts";

/** The shapes of the events of a stream, by type. */
export type EventSchemas = Record<string, z.ZodType>;

/** An event of a stream, with the data that its schema gives. */
export type EventOf<Events extends EventSchemas> = {
  [Type in keyof Events & string]: StoredEvent<Type, z.output<Events[Type]>>;
}[keyof Events & string];

/** An event of one of these types. */
type TypedEvent<Events extends EventSchemas, Type extends keyof Events & string> = {
  [Each in Type]: StoredEvent<Each, z.output<Events[Each]>>;
}[Type];

/** What tells the events of a stream from others. */
type EventsOf<Events extends EventSchemas> = { readonly kind: string; readonly events: Events };

/**
 * Returns whether an event of the log has one of these types of a stream and was not erased. It then has the shape that the
 * stream's schema gave it when it was recorded.
 */
export const isEvent = <Events extends EventSchemas, Type extends keyof Events & string>(
  event: StoredEvent,
  { kind }: EventsOf<Events>,
  ...types: readonly Type[]
): event is TypedEvent<Events, Type> =>
  types.some((type) => type === event.type) && event.data !== null && event.stream.startsWith(`${kind}/`);

/** Returns the data of an event of one of these types of a stream; undefined for any other, and for an erased one. */
export const dataOf = <Events extends EventSchemas, Type extends keyof Events & string>(
  event: StoredEvent | null | undefined,
  stream: EventsOf<Events>,
  ...types: readonly Type[]
): z.output<Events[Type]> | undefined => event && isEvent(event, stream, ...types) ? event.data : undefined;

/** An event as it is handed to `append`. */
export type NewEvent<Events extends EventSchemas> = {
  [Type in keyof Events & string]: { type: Type; data: z.input<Events[Type]> };
}[keyof Events & string];

/** One kind of resource: its events, and how they fold into its document. */
export type StreamDefinition<Doc extends object = object, Events extends EventSchemas = EventSchemas> = {
  kind: string;
  /** Raise it when `evolve` changes: the log is then folded again at the next start. */
  version: number;
  events: Events;
  /** Pure: the same events give the same document, byte for byte. Null removes the document. */
  evolve(document: Doc | null, event: EventOf<Events>): Doc | null;
  /** Fields that `find` may filter by together; each list is one index, ordered by id. */
  indexes: readonly (readonly (keyof Doc & string)[])[];
  /** The field by whose values `counts` counts the documents. */
  countBy?: keyof Doc & string;
  /** Documents get a short number, once: 1, 2, 3 … in the order of creation. */
  numbered?: true;
};

/** A stream with documents of a type, whatever its events. */
// deno-lint-ignore no-explicit-any
export type StreamOf<Doc extends object> = StreamDefinition<Doc, any>;

/** A stream of any type, for registries, which hand it no documents and events but its own. */
export type AnyStream = {
  kind: string;
  version: number;
  events: EventSchemas;
  evolve(document: object | null, event: StoredEvent): object | null;
  indexes: readonly (readonly string[])[];
  countBy?: string;
  numbered?: true;
};

/** Declares a stream. It is curried so that the document can be named and the events inferred. */
export function defineStream<Doc extends object>() {
  return <const Events extends EventSchemas>(
    definition: StreamDefinition<Doc, Events>,
  ): StreamDefinition<Doc, Events> => definition;
}
