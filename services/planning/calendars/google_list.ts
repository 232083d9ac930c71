import type { z } from "zod";
import { UnavailableError } from "../../ground/kernel/errors.ts";
import type { Google } from "./google_client.ts";
import { googlePageSchema } from "./google_wire.ts";

const MAX_ITEMS = 20_000;

/** Returns all pages of a list, without entries that have no id; null if the list is gone, or the token is no longer valid. */
export async function listAll<Schema extends z.ZodType>(
  google: Google,
  path: string,
  query: Readonly<Record<string, string>>,
  schema: Schema,
): Promise<{ items: z.output<Schema>[]; syncToken: string | null } | null> {
  const items: z.output<Schema>[] = [];
  let pageToken: string | undefined;
  do {
    const answer = await google(path, { ...query, ...(pageToken !== undefined && { pageToken }) });
    if (answer === null) return null;
    const page = googlePageSchema.parse(answer);
    for (const item of page.items) {
      const { data, success } = schema.safeParse(item);
      if (success) items.push(data);
    }
    if (items.length > MAX_ITEMS) throw new UnavailableError(`${path} lists more than ${MAX_ITEMS} entries.`);
    pageToken = page.nextPageToken;
    if (pageToken === undefined) return { items, syncToken: page.nextSyncToken ?? null };
  } while (true);
}
