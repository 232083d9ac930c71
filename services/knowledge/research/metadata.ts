import type { Ctx } from "../../ground/kernel/context.ts";
import type { OutboundLive } from "../../accounts/outbound/part.ts";
import { fetchPage } from "./fetch_page.ts";
import type { SourceMetadata, SourceUrlInput } from "./source_schemas.ts";

/** Returns the metadata of a page. Nothing of it is kept; a missing page is reported by its status. */
export const sourceMetadata = async (
  ctx: Ctx<OutboundLive>,
  { url }: SourceUrlInput,
): Promise<SourceMetadata> => (await fetchPage(ctx, url, false)).metadata;
