import {
  capsuleContentsSchema,
  exportCapsuleInputSchema,
} from "../../services/operations/capsules/schemas.ts";
import { contract } from "../endpoint.ts";
import { binary } from "../outputs.ts";

/** A run in one file, for somebody who does not have this storage. */
export const capsules = contract({
  "GET /runs/:id/capsule": {
    summary: "List every file and text that a capsule of a run would contain",
    access: "human",
    output: capsuleContentsSchema,
    cli: "runs capsule-contents",
  },
  "POST /runs/:id/capsule": {
    summary: "Export a run as a signed capsule, after its contents were listed",
    access: "human",
    body: exportCapsuleInputSchema,
    output: binary(),
    cli: "runs capsule-file",
  },
});
