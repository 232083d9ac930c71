import type { Result } from "../../routes/endpoint.ts";
import type { Api } from "../../routes/mod.ts";

/** A secret without its value. */
export type Secret = Result<Api["GET /secrets"]>[number];
/** The availability of a secret's value, and what to do if it is missing. */
export type SecretStatus = Result<Api["GET /secrets/status"]>[number];
/** The source of a value. */
export type StorageClass = Secret["storageClass"];
