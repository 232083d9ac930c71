import { linkStream } from "../../../store/financelink/app_stream.ts";
import type { LinkDocument } from "../../../store/financelink/document.ts";
import { secretStream } from "../../../store/secrets/stream.ts";
import { type Ctx, record } from "../../ground/kernel/context.ts";
import { deleteSecret } from "../secrets/delete.ts";
import { requireSecret } from "../secrets/read_model.ts";
import type { VaultLive } from "../secrets/vault.ts";

/** Ends a visit to the hosted pages, and removes its link token. */
export async function finishVisit(
  ctx: Ctx<VaultLive>,
  { id, secretId }: Pick<LinkDocument, "id" | "secretId">,
): Promise<void> {
  // In one unit: a visit that has ended keeps no token, also after a crash.
  await ctx.store.commit(() => {
    record(ctx, linkStream, id, [{ type: "financelink_link.used", data: {} }]);
    if (requireSecret(ctx, secretId).status === "present") {
      record(ctx, secretStream, secretId, [{ type: "secret.deleted", data: {} }]);
    }
  });
  await deleteSecret(ctx, secretId); // what is stored of it
}

/** Ends the visits that nobody finished in time: the provider no longer takes their tokens. */
export async function endExpiredVisits(ctx: Ctx<VaultLive>): Promise<void> {
  const open = ctx.store.documents.all(linkStream, { status: "open" });
  const now = ctx.now().getTime();
  for (const visit of open) if (Date.parse(visit.expiresAt) <= now) await finishVisit(ctx, visit);
}
