import type { ApiDescription, Operation } from "../services/ground/kernel/api_description.ts";
import { docsPage } from "./docs.ts";
import type { Contract } from "./endpoint.ts";
import { openapi } from "./openapi.ts";
import { splitRouteKey } from "../store/shared/route_key.ts";
import { entriesOf } from "../store/shared/records.ts";

/** The API description, from the contracts. The document and the page are built once, on first request. */
export function describeApi(contracts: Record<string, Contract>): ApiDescription {
  const operations: Operation[] = Object.entries(contracts).flatMap(([group, contract]) =>
    (entriesOf(contract)).map(([key, { access, summary }]) => {
      const [method, path] = splitRouteKey(key);
      return { key, method, path, access, summary, group };
    })
  );
  let document: Record<string, unknown> | undefined;
  let page: string | undefined;
  const get = () => document ??= openapi(contracts);
  return { operations, openapi: get, docs: () => page ??= docsPage(get()) };
}
