import type { ServiceCtx } from "../services/parts.ts";
import type { Contract, Handlers } from "./endpoint.ts";

/** What a domain offers over HTTP: its endpoints, with a handler for each. */
type Domain<C extends Contract = Contract> = { contract: C; handlers: Handlers<C, ServiceCtx> };

/** Pairs a contract with its handlers. A handler that is missing, or that has a wrong key or a wrong type, does not compile. */
export const domain = <C extends Contract>(contract: C, handlers: Handlers<C, ServiceCtx>): Domain<C> => ({
  contract,
  handlers,
});

/** The contracts, by domain. */
export type ContractsOf<Domains> = {
  [Name in keyof Domains]: Domains[Name] extends { contract: infer C } ? C : never;
};

type Intersection<Union> = (Union extends unknown ? (each: Union) => void : never) extends
  (all: infer All) => void ? All : never;

/** The endpoints of several contracts as one contract. */
export type Together<Contracts> = Intersection<Contracts[keyof Contracts]>;

type Part = "contract" | "handlers";

/**
 * Joins the endpoints, or the handlers, of all domains. Throws `TypeError` when two domains declare one key: a spread would
 * silently keep the later one.
 */
export function join(
  domains: Readonly<Record<string, Record<Part, object>>>,
  part: Part,
): Record<string, unknown> {
  const owners = new Map<string, string>();
  const joined: Record<string, unknown> = {};
  for (const [name, each] of Object.entries(domains)) {
    for (const [key, value] of Object.entries(each[part])) {
      const owner = owners.get(key);
      if (owner !== undefined) {
        throw new TypeError(
          `The domains ${owner} and ${name} both declare ${key}. Declare each endpoint in one domain.`,
        );
      }
      owners.set(key, name);
      joined[key] = value;
    }
  }
  return joined;
}
