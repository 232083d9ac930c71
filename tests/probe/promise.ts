import type { Prober, Row } from "./prober.ts";

/** The settled pages. */
export type Page = "interface" | "semantics" | "workflows" | "planner" | "connectors";

/** A sentence of a settled page. */
export type Quote = { page: Page; says: string };

/** What a row promises by a sentence, and the requests that show it: they throw where it does not hold. */
export type Promised = Quote & { check: (row: Row, probe: Prober) => Promise<unknown> };

/** What a domain's rows promise, by the row. */
export type PromisesOf = Readonly<Record<string, readonly Promised[]>>;

/** Declares what a row promises. */
export const promised = (page: Page, says: string, check: Promised["check"]): Promised => ({
  page,
  says,
  check,
});

/** A promise that did not hold: of which row, by which sentence, and what was found. */
export type Fault = Quote & { key: string; found: string };
