import { part } from "../../ground/kernel/part.ts";
import { capabilitySubject } from "./enable.ts";
import { blockChanged } from "./enabled.ts";

/** Lets a human enable connectors, and blocks those that were changed since. */
export const connectors = part({
  name: "connectors",
  subjects: [capabilitySubject],
  tidy: (ctx) => ctx.write(() => blockChanged(ctx)),
});
