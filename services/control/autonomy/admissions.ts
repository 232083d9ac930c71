import { type GrantDocument, grantStream } from "../../../store/autonomy/stream.ts";
import {
  type CommandPermissionDocument,
  commandPermissionStream,
  type ObjectsPermissionDocument,
  objectsPermissionStream,
  repositoryStream,
} from "../../../store/repositories/stream.ts";
import { type Ctx, record } from "../../ground/kernel/context.ts";
import { NotFoundError } from "../../ground/kernel/errors.ts";
import type { Admission } from "./schemas.ts";

/** Lists what a human has allowed without asking again, newest first. */
export function admissionsOf(ctx: Ctx, { repositoryId }: { repositoryId?: string | undefined }): Admission[] {
  const where = repositoryId === undefined ? {} : { repositoryId };
  const options = { newestFirst: true };
  return [
    ...ctx.store.documents.all(commandPermissionStream, where, options).map((each) =>
      showPermission(ctx, each)
    ),
    ...ctx.store.documents.all(grantStream, where, options).map(showGrant),
    ...ctx.store.documents.all(objectsPermissionStream, where, options).map(showObjects),
  ].sort((a, b) => a.admittedAt < b.admittedAt ? 1 : -1);
}

/** Revokes a permission and returns it: the question is asked again next time. Throws `NotFoundError`. */
export function revokeAdmission(ctx: Ctx, id: string): Admission {
  const permission = ctx.store.documents.get(commandPermissionStream, id);
  if (permission) {
    record(ctx, commandPermissionStream, id, [{ type: "command.revoked", data: {} }]);
    return showPermission(ctx, permission);
  }
  const objects = ctx.store.documents.get(objectsPermissionStream, id);
  if (objects) {
    record(ctx, objectsPermissionStream, id, [{ type: "objects.revoked", data: {} }]);
    return showObjects(objects);
  }
  const grant = ctx.store.documents.get(grantStream, id);
  if (!grant) throw new NotFoundError("admission", id);
  record(ctx, grantStream, id, [{ type: "grant.revoked", data: {} }]);
  return showGrant(grant);
}

function showPermission(ctx: Ctx, permission: CommandPermissionDocument): Admission {
  const { id, repositoryId, command, directory = "", network = false, admittedAt, by } = permission;
  return {
    id,
    repositoryId,
    root: ctx.store.documents.get(repositoryStream, repositoryId)?.root ?? "",
    scope: "repository",
    kind: "command",
    what: command,
    directory,
    network,
    runId: null,
    admittedAt,
    by,
  };
}

function showObjects(permission: ObjectsPermissionDocument): Admission {
  const { id, repositoryId, root, path, real, admittedAt, by } = permission;
  return {
    id,
    repositoryId,
    root,
    scope: "repository",
    kind: "objects",
    what: path === real ? path : `${path} (${real})`,
    directory: null,
    network: false,
    runId: null,
    admittedAt,
    by,
  };
}

function showGrant(grant: GrantDocument): Admission {
  const { id, repositoryId, root, scope, kind, command, paths, title, directory, network, forRunId } = grant;
  return {
    id,
    repositoryId,
    root,
    scope,
    kind,
    what: command ?? paths?.join(", ") ?? title,
    directory: directory ?? null,
    network: network ?? false,
    runId: forRunId ?? null,
    admittedAt: grant.grantedAt,
    by: grant.by,
  };
}
