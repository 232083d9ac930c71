import { z } from "zod";
import {
  secretListQuerySchema,
  secretRecordSchema,
  secretStatusQuerySchema,
  secretStatusSchema,
  setSecretInputSchema,
} from "../../services/secrets/schemas.ts";
import { contract } from "../endpoint.ts";

/** Interface, section 4, Secrets. No answer has a value in it. */
export const secrets = contract({
  "GET /secrets": {
    summary: "List what is known of the secrets, newest first",
    access: "operator",
    query: secretListQuerySchema,
    output: z.array(secretRecordSchema),
    cli: "secrets list",
  },
  "POST /secrets": {
    summary: "Store a secret, or rotate one by its id",
    access: "operator",
    body: setSecretInputSchema,
    output: secretRecordSchema,
    status: 201,
    about: null,
    cli: "secrets set",
  },
  "GET /secrets/status": {
    summary: "Show whether the material of each secret is there",
    access: "operator",
    query: secretStatusQuerySchema,
    output: z.array(secretStatusSchema),
    cli: "secrets status",
  },
  "GET /secrets/:id": {
    summary: "Show what is known of a secret, and its last uses",
    access: "operator",
    output: secretRecordSchema,
    cli: "secrets get",
  },
  "GET /secrets/:id/status": {
    summary: "Show whether the material of a secret is there",
    access: "operator",
    output: secretStatusSchema,
    cli: "secrets check",
  },
  "POST /secrets/:id/delete": {
    summary: "Remove the material of a secret; what is known of it stays",
    access: "operator",
    output: secretRecordSchema,
    cli: "secrets delete",
  },
});
