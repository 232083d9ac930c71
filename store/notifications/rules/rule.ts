import type { z } from "zod";
import type { StoredEvent } from "../../event.ts";
import type { Ledger } from "../ledger.ts";

/** What one type of event does to the inbox. */
export type Rule<Data = never> = (ledger: Ledger, data: Data, event: StoredEvent) => void;

/** Rules for some of the declared events of a stream, with the data that their schemas give. */
export type RulesFor<Events extends Record<string, z.ZodType>> = {
  [Type in keyof Events]?: Rule<z.output<Events[Type]>>;
};

/** The id within an event's own stream. */
export const idOf = ({ stream }: StoredEvent): string => stream.slice(stream.indexOf("/") + 1);

/** What a task card's own notification is about, apart from what its session waits for. */
export const cardSubject = (taskSessionId: string): string => `card/${taskSessionId}`;
export const isCardSubject = (subject: string): boolean => subject.startsWith("card/");
