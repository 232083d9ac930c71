import type { SecretDocument } from "../../../store/secrets/document.ts";
import { secretStream } from "../../../store/secrets/stream.ts";
import type { Core } from "../../ground/kernel/context.ts";
import { ServiceError } from "../../ground/kernel/errors.ts";
import { labelOf, tidyMaterial } from "./material.ts";
import { counted } from "../../ground/kernel/words.ts";
import type { VaultLive } from "./vault.ts";

const PAGE = 500;

/**
 * Cleans up stored material at a start: what a killed service left half written, or stored without recording it. Values
 * that are stored or in the service's environment become known to the redactor. Those of commands become known at their
 * first use, since a command may ask a person or cost something.
 */
export function startSecrets(service: Core & VaultLive): void {
  const { material, halfWritten } = service.vault.files.list();
  for (const name of halfWritten) service.vault.files.removeHalfWritten(name);
  const byId = Map.groupBy(material, ({ id }) => id);
  let removed = halfWritten.length;
  for (const [id, names] of byId) removed += tidyMaterial(service, id, names.map(({ version }) => version));
  if (removed > 0) service.log.info(`Removed ${counted(removed, "file")} of secrets that are not in use.`);
  for (const secret of secretsHeldIn(service, "env")) {
    service.redactor.know(Deno.env.get(secret.reference!) ?? "", labelOf(secret));
  }
  if (byId.size > 0 && hasKey(service)) knowStored(service);
}

function* secretsHeldIn({ store }: Core, holding: "env" | "local-encrypted"): Generator<SecretDocument> {
  for (let after = "";;) {
    const page = store.documents.find(secretStream, { holding }, { limit: PAGE, after });
    yield* page;
    if (page.length < PAGE) return;
    after = page.at(-1)!.id;
  }
}

/** Makes stored values known; one that cannot be decrypted is reported at its use and by its status. */
function knowStored(service: Core & VaultLive): void {
  for (const secret of secretsHeldIn(service, "local-encrypted")) {
    try {
      service.redactor.know(service.vault.read(secret, secret.name), labelOf(secret));
    } catch (cause) {
      if (!(cause instanceof ServiceError)) throw cause;
    }
  }
}

/** Returns whether the key can be read. If not, the log says why before anyone needs it. */
function hasKey({ vault, log }: Core & VaultLive): boolean {
  try {
    vault.key();
    return true;
  } catch (cause) {
    if (!(cause instanceof ServiceError)) throw cause;
    log.error(cause.message);
    return false;
  }
}
