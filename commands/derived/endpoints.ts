import type { Endpoint } from "../../routes/endpoint.ts";
import type { Derived } from "./command.ts";
import { CONTRACTS } from "./contracts.later.ts";

/** The endpoint behind a command, with its schemas. */
export async function loadEndpoint({ key, domain }: Derived): Promise<Endpoint> {
  return (await CONTRACTS[domain]())[key]!;
}
