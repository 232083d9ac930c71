import type { StoredEvent } from "../../store/event.ts";

const DIRECTORY = new URL("fixtures/", import.meta.url);

/** The recorded events of a kind of stream, as they stand in the log of the version that wrote them. */
export function fixtureOf(kind: string): StoredEvent[] {
  const text = Deno.readTextFileSync(new URL(`${kind}.jsonl`, DIRECTORY));
  return text.split("\n").filter((line) => line !== "").map((line) => JSON.parse(line));
}

/** The kinds of which events are recorded. */
export const fixtureKinds = (): string[] =>
  [...Deno.readDirSync(DIRECTORY)].map(({ name }) => name.replace(/\.jsonl$/, "")).sort();
