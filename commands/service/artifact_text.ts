import type { ServiceClient } from "./connection.ts";

/** Far more parts than a text has that a person or an agent reads. */
const MAX_PARTS = 128;

/** Returns the whole text of an artifact of a run, of 32 MiB at most; an empty one if it is binary. */
export async function artifactText(
  { call }: ServiceClient,
  runId: string,
  path: string,
): Promise<{ text: string; isWhole: boolean }> {
  let text = "";
  let offset: number | null = 0;
  for (let part = 0; part < MAX_PARTS && offset !== null; part++) {
    const given: { content: string | null; next: number | null } = await call("GET /runs/:id/artifact", {
      params: { id: runId },
      query: { path, offset },
    });
    text += given.content ?? "";
    offset = given.next;
  }
  return { text, isWhole: offset === null };
}
