import type { ServiceProcess } from "../../service_process.ts";
import type { Deeds } from "./deeds.ts";
import { REPOSITORIES, repositoryPath } from "./plans.ts";

/** Longer than a page and a sector, so that it can be torn. */
const LONG = "The quick brown fox jumps over the lazy dog.\n".repeat(300);

/** Writes memory, context documents, secrets and attachments, changes some of them and removes some. */
export async function keepRecords(
  service: ServiceProcess,
  deeds: Deeds,
  disk: string,
  rounds: number,
): Promise<void> {
  const conversation = await service.operator("POST /coordinator/conversations", { body: {} });
  for (let round = 0; round < rounds; round++) {
    await remember(service, deeds, round);
    await document(service, deeds, round, repositoryPath(disk, REPOSITORIES[round % REPOSITORIES.length]!));
    await secret(service, deeds, round);
    await attach(service, deeds, round, conversation.id);
  }
}

async function remember({ operator }: ServiceProcess, deeds: Deeds, round: number) {
  const content = `Deploy number ${round} goes out on a Tuesday.`;
  const { id } = await operator("POST /memory", {
    body: { type: "fact", scope: "global", content, source: { kind: "user", id: "power-loss" } },
  });
  deeds.tell({ kind: "memory written", id, content });
  if (round % 4 !== 2) return;
  await operator("POST /memory/:id/archive", { params: { id } });
  deeds.tell({ kind: "memory archived", id });
}

async function document({ operator }: ServiceProcess, deeds: Deeds, round: number, projectPath: string) {
  const content = `Document ${round}\n${LONG}`;
  const { id, version } = await operator("POST /projects/context", {
    body: { projectPath, title: `Document ${round}`, documentType: "notes", content },
  });
  deeds.tell({ kind: "document written", id, version, content });
  if (round % 2 === 0) return;
  const changed = `${content}changed in round ${round}\n`;
  const next = await operator("PATCH /projects/context/:id", { params: { id }, body: { content: changed } });
  deeds.tell({ kind: "document written", id, version: next.version, content: changed });
}

async function secret({ operator }: ServiceProcess, deeds: Deeds, round: number) {
  const value = `power-loss-secret-${round}-${crypto.randomUUID()}`;
  const { id } = await operator("POST /secrets", { body: { name: `key-${round}`, kind: "api-key", value } });
  deeds.tell({ kind: "secret set", id, value });
  if (round % 4 !== 1) return;
  await operator("POST /secrets/:id/delete", { params: { id } });
  deeds.tell({ kind: "secret deleted", id });
}

async function attach({ operator }: ServiceProcess, deeds: Deeds, round: number, conversation: string) {
  const content = `Attachment ${round}\n${LONG}`;
  const contentBase64 = new TextEncoder().encode(content).toBase64();
  const [file] = await operator("POST /coordinator/conversations/:id/attachments", {
    params: { id: conversation },
    body: { files: [{ name: `note-${round}.txt`, mediaType: "text/plain", contentBase64 }] },
  });
  deeds.tell({ kind: "file attached", conversation, path: file!.path, content });
}
