import type { Core } from "../../ground/kernel/context.ts";
import { part } from "../../ground/kernel/part.ts";
import { Measures } from "./measures.ts";

/** Counts what happens, for `GET /metrics`. */
export const measures = part({
  name: "measures",
  open: ({ store }: Core) => {
    const measures = new Measures();
    store.subscribe((events) => events.forEach((event) => measures.follow(event)));
    return measures;
  },
});
