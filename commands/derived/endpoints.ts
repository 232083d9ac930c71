import type { Endpoint } from "../../routes/endpoint.ts";
import type { Derived } from "./command.ts";
import { CONTRACTS } from "./contracts.later.ts";

/** The endpoint behind a command, with the schemas that say what it takes. */
export async function loadEndpoint({ key, domain }: Derived): Promise<Endpoint> {
  return (await CONTRACTS[domain]())[key]!;
}
