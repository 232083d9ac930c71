import type { Result } from "../../../routes/endpoint.ts";
import type { Api } from "../../../routes/mod.ts";

/** The state of the service. */
export type SystemStatus = Result<Api["GET /control-plane/status"]>;
/** The end of one of its logs. */
export type LogTail = Result<Api["GET /control-plane/logs"]>;
/** What this service did outside. */
export type EffectList = Result<Api["GET /control-plane/effects"]>;
/** The backups that this service took. */
export type BackupList = Result<Api["GET /control-plane/backups"]>;
/** The content of a complete backup. */
export type BackupManifest = Result<Api["GET /control-plane/backup-manifest"]>;
/** The result of checking a restored directory. */
export type RestoreReport = Result<Api["POST /control-plane/restore-verification"]>;
/** A verification in the background: its progress, or its result. */
export type Verification = Result<Api["GET /control-plane/restore-verifications/:id"]>;
/** The permissions of each kind of caller. */
export type AccessContract = Result<Api["GET /agent-client/contract"]>;
