import type { Result } from "../routes/endpoint.ts";
import type { Api } from "../routes/mod.ts";
import type { createClient } from "./client.ts";
import { providerIdOf } from "./provider_id.ts";

type Found = Result<Api["POST /providers/find"]>["found"][number];
type Lacked = NonNullable<Found["lacks"]>;

/** Adds the server that an agent's configuration names, as the person was shown it. Returns its id. */
export async function connectStatedServer(
  call: ReturnType<typeof createClient>,
  { kind, models }: Lacked,
  baseUrl: string,
): Promise<string> {
  const id = providerIdOf(baseUrl);
  await call("POST /providers", { body: { id, kind, baseUrl, ...(models.length > 0 && { models }) } });
  return id;
}
