import { ApiError } from "../../../../client/client.ts";
import type { Vault } from "../../../../services/accounts/secrets/vault.ts";
import type { Operator } from "./operator.ts";
import type { Deed } from "../scenario/deeds.ts";
import type { Faults } from "./faults.ts";

type Kind<Name extends Deed["kind"]> = Extract<Deed, { kind: Name }>;

/** Asks for every record that was acknowledged: memory, context documents, secrets and attachments. */
export async function checkRecords(
  service: Operator,
  told: readonly Deed[],
  vault: Vault,
  faults: Faults,
) {
  const ids = (kind: "memory archived" | "secret deleted") =>
    new Set(told.flatMap((deed) => deed.kind === kind ? [deed.id] : []));
  const [archived, deleted] = [ids("memory archived"), ids("secret deleted")];
  const memory = new Map(
    (await service.operator("GET /memory", { query: { limit: 1000 } })).map((record) => [record.id, record]),
  );
  for (const deed of told) {
    if (deed.kind === "memory written") {
      const record = memory.get(deed.id);
      const kept = record?.content === deed.content;
      faults.look(kept, "a memory record is lost", `${deed.id} is ${JSON.stringify(record)}`);
      if (archived.has(deed.id)) {
        faults.look(record?.status === "archived", "an archived memory record is active again", deed.id);
      }
    }
    if (deed.kind === "document written") await checkDocument(service, deed, faults);
    if (deed.kind === "secret set") {
      await checkSecret(service, deed, { deleted: deleted.has(deed.id), vault }, faults);
    }
    if (deed.kind === "file attached") await checkAttachment(service, deed, faults);
  }
}

async function checkDocument({ operator }: Operator, deed: Kind<"document written">, faults: Faults) {
  const { id, version, content } = deed;
  const found = await answer(operator("GET /projects/context/:id", { params: { id } }));
  if (typeof found === "string") return faults.look(false, "a context document cannot be read", found);
  // A later version may have been on disk before it was answered.
  const kept = found.version === version ? found.content === content : found.version > version;
  faults.look(kept, "a context document is lost", `${id} is at version ${found.version}, told ${version}`);
}

async function checkSecret(
  { operator }: Operator,
  { id, value }: Kind<"secret set">,
  { deleted, vault }: { deleted: boolean; vault: Vault },
  faults: Faults,
) {
  const found = await answer(operator("GET /secrets/:id/status", { params: { id } }));
  if (typeof found === "string") return faults.look(false, "a secret is lost", found);
  const { status, materialStatus, version, name } = found;
  if (deleted) {
    return faults.look(
      materialStatus === "removed",
      "a deleted secret is back",
      `${id} is ${materialStatus}`,
    );
  }
  // Deleted, and the power failed before the answer.
  if (status === "deleted") return;
  const read = decrypt(vault, { id, version }, name);
  faults.look(read === value, "a secret cannot be used", `${id} is ${materialStatus}: ${read}`);
}

/** Returns the value as the service itself decrypts it, or why it cannot. */
function decrypt(vault: Vault, material: { id: string; version: number }, name: string): string {
  try {
    return vault.read(material, name);
  } catch (error) {
    return String(error);
  }
}

async function checkAttachment({ operator }: Operator, deed: Kind<"file attached">, faults: Faults) {
  const found = await answer(operator("GET /coordinator/conversations/:id/artifact", {
    params: { id: deed.conversation },
    query: { path: deed.path },
  }));
  const kept = typeof found !== "string" && found.content === deed.content;
  faults.look(kept, "an attachment is lost", typeof found === "string" ? found : deed.path);
}

/** Returns the answer, or the status and the sentence of a refusal. */
export async function answer<Answer>(asked: Promise<Answer>): Promise<Answer | string> {
  try {
    return await asked;
  } catch (error) {
    if (error instanceof ApiError) return `${error.status} ${error.message}`;
    throw error;
  }
}
