import type { ApiDescription, Operation } from "../services/ground/kernel/api_description.ts";
import { docsPage } from "./docs.ts";
import type { Contract, Endpoint } from "./endpoint.ts";
import { openapi } from "./openapi.ts";

/** The API description, from the contracts. The document and the page are built once, on first request. */
export function describeApi(contracts: Record<string, Contract>): ApiDescription {
  const operations: Operation[] = Object.entries(contracts).flatMap(([group, contract]) =>
    (Object.entries(contract) as [string, Endpoint][]).map(([key, { access, summary }]) => {
      const [method, path] = key.split(" ") as [string, string];
      return { key, method, path, access, summary, group };
    })
  );
  let document: Record<string, unknown> | undefined;
  let page: string | undefined;
  const get = () => document ??= openapi(contracts);
  return { operations, openapi: get, docs: () => page ??= docsPage(get()) };
}
