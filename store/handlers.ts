import type { z } from "zod";
import type { StoredEvent } from "./event.ts";
import type { EventOf, EventSchemas } from "./stream.ts";

/** The handlers of events by type, each given the event's declared shape. Other types are ignored. */
export type EventHandlers<First, Events extends EventSchemas> = {
  readonly [Type in keyof Events & string]?: (
    first: First,
    event: StoredEvent<Type, z.output<Events[Type]>>,
  ) => void;
};

/** Handlers for the events of one kind of stream, looked up by type. */
export type Fold<First> = {
  readonly kind: string;
  readonly handlers: Readonly<Record<string, (first: First, event: StoredEvent) => void>>;
};

/** What `on` has to know of a stream: its kind, and its events or some of them. */
type StreamEvents<Events extends EventSchemas> = { readonly kind: string; readonly events: Events };

/** Returns the function that declares handlers, whose first argument is a `First`. */
export const handlersOf = <First>() =>
<Events extends EventSchemas>(
  { kind }: StreamEvents<Events>,
  handlers: EventHandlers<First, Events>,
): Fold<First> => // The only cast: the log contains what the schema of the same name has parsed.
 ({ kind, handlers: handlers as unknown as Fold<First>["handlers"] });

/** Declares one handler for every event of a stream. */
export const onEvery = <First, Events extends EventSchemas>(
  { kind, events }: StreamEvents<Events>,
  handler: (first: First, event: EventOf<Events>) => void,
): Fold<First> => ({
  kind,
  handlers: Object.fromEntries(
    Object.keys(events).map((type) => [type, handler as Fold<First>["handlers"][string]]),
  ),
});

type Handler<First> = (first: First, event: StoredEvent) => void;

/** Finds the handlers of an event without asking each fold. Those of one type keep the order of their folds. */
export class HandlerIndex<First> {
  readonly #byKind = new Map<string, Map<string, Handler<First>[]>>();

  constructor(folds: readonly Fold<First>[]) {
    for (const { kind, handlers } of folds) {
      const byType = this.#byKind.get(kind) ?? new Map<string, Handler<First>[]>();
      this.#byKind.set(kind, byType);
      for (const [type, handler] of Object.entries(handlers)) {
        byType.set(type, [...byType.get(type) ?? [], handler]);
      }
    }
  }

  /** Returns the handlers of an event type in streams of a kind; empty if there are none. */
  of(kind: string, type: string): readonly Handler<First>[] {
    return this.#byKind.get(kind)?.get(type) ?? [];
  }
}
