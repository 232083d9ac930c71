import type { createClient } from "../../client/client.ts";

/** The service, as far as finders ask it. */
type Service = { call: ReturnType<typeof createClient> };

/** Something with a name, and the address that shows it. */
export type NamedThing = {
  id: string;
  label: string;
  detail: string;
  to: string;
  /** What can be done with it, as a verb such as "Run", with the address that begins it. */
  verbs?: readonly { does: string; to: string }[];
};

/** How the things of a domain are found by their names, under one heading of the palette. */
export type Finder =
  & { group: string }
  & (
    /** Reads all of them, when the palette opens. */
    | { all: (service: Service) => Promise<readonly NamedThing[]> }
    /** Reads those that a text finds, while it is typed. */
    | { matching: (service: Service, typed: string) => Promise<readonly NamedThing[]> }
  );
