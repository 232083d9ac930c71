import type { Exercise } from "../kit/exercise.ts";
import { type Declared, pathWith } from "../routes/endpoints.ts";
import { mutationsOf, schemaOf } from "../routes/json_mutations.ts";

/** One request, and whether what it brings is right. */
export type Request = {
  what: string;
  path: string;
  body: string | undefined;
  headers: HeadersInit;
  good: boolean;
};

/** Bodies with one thing wrong that are sent to an endpoint, taken evenly from all that there are. */
const MAX_MUTATIONS = 12;

const JSON_TYPE = { "content-type": "application/json" };

/** What an endpoint's exercises send: right in every part. */
export const goodRequests = (exercises: readonly Exercise[]): Request[] =>
  exercises.map(({ path, body, headers }) => ({
    what: "good input",
    path,
    body: body === undefined ? undefined : JSON.stringify(body),
    headers: { ...(body !== undefined && JSON_TYPE), ...headers },
    good: true,
  }));

/** What the contract of an endpoint does not take: wrong bodies, wrong parameters, the id of nothing. */
export function badRequests({ method, path, endpoint }: Declared, known: Exercise | undefined): Request[] {
  const target = known?.path.split("?")[0] ?? pathWith(path);
  const bad = (what: string, at: string, body?: string): Request => ({
    what,
    path: at,
    body,
    headers: body === undefined ? {} : JSON_TYPE,
    good: false,
  });
  const requests: Request[] = [];
  if (path.includes(":")) {
    requests.push(bad("the id of nothing", pathWith(path), method === "GET" ? undefined : "{}"));
  }
  const { properties = {} } = endpoint.query ? schemaOf(endpoint.query) : {};
  for (const name of Object.keys(properties)) {
    const value = { limit: "0", offset: "-1", cursor: "x", status: "none of them", stream: "stdin" }[name];
    if (value) requests.push(bad(`${name}=${value}`, `${target}?${name}=${encodeURIComponent(value)}`));
  }
  if (method === "GET") return requests;
  requests.push(bad("half an object", target, '{"a":'));
  if (endpoint.body) requests.push(bad("a list", target, "[]"));
  const mutations = endpoint.body ? [...mutationsOf(schemaOf(endpoint.body))] : [];
  const step = Math.max(1, Math.ceil(mutations.length / MAX_MUTATIONS));
  for (const [i, { what, body }] of mutations.entries()) {
    if (i % step === 0) requests.push(bad(what, target, JSON.stringify(body)));
  }
  return requests;
}
