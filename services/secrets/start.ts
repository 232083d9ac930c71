import { secretStream } from "../../store/secrets/stream.ts";
import type { Core } from "../kernel/context.ts";
import { ServiceError } from "../kernel/errors.ts";
import { labelOf, tidyMaterial } from "./material.ts";
import { counted } from "../kernel/words.ts";
import type { VaultLive } from "./vault.ts";

const PAGE = 500;

/**
 * Cleans up stored material at a start: what a killed service left half written, or stored without recording it. Values
 * in the service's environment become known to the redactor, and problems with the key are logged before anyone needs
 * it.
 */
export function startSecrets(service: Core & VaultLive): void {
  const { material, halfWritten } = service.vault.files.list();
  for (const name of halfWritten) service.vault.files.removeHalfWritten(name);
  const byId = Map.groupBy(material, ({ id }) => id);
  let removed = halfWritten.length;
  for (const [id, names] of byId) removed += tidyMaterial(service, id, names.map(({ version }) => version));
  if (removed > 0) service.log.info(`Removed ${counted(removed, "file")} of secrets that are not in use.`);
  knowEnvironment(service);
  if (byId.size > 0) checkKey(service);
}

function knowEnvironment({ store, redactor }: Core & VaultLive): void {
  for (let after = "";;) {
    const page = store.documents.find(secretStream, { holding: "env" }, { limit: PAGE, after });
    for (const secret of page) redactor.know(Deno.env.get(secret.reference!) ?? "", labelOf(secret));
    if (page.length < PAGE) return;
    after = page.at(-1)!.id;
  }
}

function checkKey({ vault, log }: Core & VaultLive): void {
  try {
    vault.key();
  } catch (cause) {
    if (!(cause instanceof ServiceError)) throw cause;
    log.error(cause.message);
  }
}
