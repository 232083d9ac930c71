import {
  effectListSchema,
  effectSchema,
  effectsQuerySchema,
  settleEffectInputSchema,
} from "../../services/operations/effects/schemas.ts";
import { contract } from "../endpoint.ts";

/** What this service did outside, and what it does not know. Not part of the interface. */
export const effects = contract({
  "GET /control-plane/effects": {
    summary: "List what this service did outside, and what became of it",
    query: effectsQuerySchema,
    output: effectListSchema,
    cli: "effects list",
  },
  "POST /control-plane/effects/:id/settle": {
    summary: "Say whether an uncertain effect happened",
    access: "human",
    body: settleEffectInputSchema,
    output: effectSchema,
    cli: "effects settle",
  },
});
