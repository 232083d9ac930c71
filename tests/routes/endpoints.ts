import type { Endpoint } from "../../routes/endpoint.ts";
import { fillPath } from "../../client/client.ts";
import { CONTRACTS } from "../kit/contracts.ts";
import { splitRouteKey } from "../../store/shared/route_key.ts";

/** A declared endpoint with its name taken apart, and its domain. */
export type Declared = { key: string; method: string; path: string; endpoint: Endpoint; domain: string };

/** Every endpoint that the service declares. */
export const ENDPOINTS: readonly Declared[] = Object.entries(CONTRACTS).flatMap(([domain, contract]) =>
  (Object.entries(contract) as [string, Endpoint][]).map(([key, endpoint]) => {
    const [method, path] = splitRouteKey(key);
    return { key, method, path, endpoint, domain };
  })
);

/** The path with the same value for each parameter: by default the id of nothing. */
export const pathWith = (path: string, id = "nothing_has_this_id"): string =>
  fillPath(path, Object.fromEntries([...path.matchAll(/:(\w+)/g)].map((match) => [match[1]!, id])));

/** Endpoints that take a JSON body or change something. */
export const WRITES: readonly Declared[] = ENDPOINTS.filter(({ method }) => method !== "GET");

/** Reads the sentence of an error, or null when the answer is no error or a page; ends whatever streams. */
export async function sentenceOf(response: Response): Promise<string | null> {
  if (response.status < 400 || response.headers.get("content-type")?.startsWith("text/html")) {
    await response.body?.cancel();
    return null;
  }
  return (await response.json()).error;
}
