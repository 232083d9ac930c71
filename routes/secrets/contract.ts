import { z } from "zod";
import {
  secretListQuerySchema,
  secretRecordSchema,
  secretStatusQuerySchema,
  secretStatusSchema,
  setSecretInputSchema,
} from "../../services/accounts/secrets/schemas.ts";
import { contract } from "../endpoint.ts";

/** Interface, section 4, Secrets. No response contains a value. */
export const secrets = contract({
  "GET /secrets": {
    summary: "List secrets without their values, newest first",
    query: secretListQuerySchema,
    output: z.array(secretRecordSchema),
    cli: "secrets list",
  },
  "POST /secrets": {
    summary: "Store a secret, or rotate one by its id",
    body: setSecretInputSchema,
    output: secretRecordSchema,
    creates: { about: null },
    cli: "secrets set",
  },
  "GET /secrets/status": {
    summary: "Show whether the value of each secret is available",
    query: secretStatusQuerySchema,
    output: z.array(secretStatusSchema),
    cli: "secrets status",
  },
  "GET /secrets/:id": {
    summary: "Show a secret without its value, and its last uses",
    output: secretRecordSchema,
    cli: "secrets get",
  },
  "GET /secrets/:id/status": {
    summary: "Show whether the value of a secret is available",
    output: secretStatusSchema,
    cli: "secrets check",
  },
  "POST /secrets/:id/delete": {
    summary: "Delete the value of a secret; its record stays",
    output: secretRecordSchema,
    cli: "secrets delete",
  },
});
