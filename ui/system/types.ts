import type { Result } from "../../routes/endpoint.ts";
import type { Api } from "../../routes/mod.ts";

/** The state of the service. */
export type SystemStatus = Result<Api["GET /control-plane/status"]>;
/** The end of one of its logs. */
export type LogTail = Result<Api["GET /control-plane/logs"]>;
/** What a complete backup holds. */
export type BackupManifest = Result<Api["GET /control-plane/backup-manifest"]>;
/** What checking a restored directory found. */
export type RestoreReport = Result<Api["POST /control-plane/restore-verification"]>;
/** What each caller may do. */
export type AccessContract = Result<Api["GET /agent-client/contract"]>;
