import type { Result } from "../../routes/endpoint.ts";
import type { Api } from "../../routes/mod.ts";

/** What is known of a secret; its value is not among it. */
export type Secret = Result<Api["GET /secrets"]>[number];
/** Whether its material is there, and what to do where it is not. */
export type SecretStatus = Result<Api["GET /secrets/status"]>[number];
/** Where a value comes from. */
export type StorageClass = Secret["storageClass"];
