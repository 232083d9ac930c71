import { contract } from "../endpoint.ts";
import { exposition } from "../outputs.ts";

/** What monitoring reads. Not part of the interface. */
export const metrics = contract({
  "GET /metrics": {
    summary: "Show counts and durations in Prometheus' text format",
    access: "agent-read",
    output: exposition(),
    cli: "metrics",
  },
});
