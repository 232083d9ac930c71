import { codeOf } from "../checks/interface.ts";
import { type Declared, pathWith } from "../routes/endpoints.ts";
import { refusalOf } from "../routes/callers.ts";
import { schemaOf } from "../routes/json_mutations.ts";
import { type Promised, promised } from "./promise.ts";
import type { Prober, Sent } from "./prober.ts";

/** Requires a status of the row's answer to a request about nothing. */
async function gets(
  probe: Prober,
  { method, path }: Declared,
  status: number,
  sent: Sent & { raw?: BodyInit },
) {
  const got = await probe.send(method, pathWith(path.replace("*", "x")), sent);
  if (got.status !== status) throw new Error(`${got.status} instead of ${status}: ${got.text.slice(0, 200)}`);
}

const json = { "content-type": "application/json" };
const NEVER = "nothing of a record is needed for it";

/** Refusals that a row promises without any record, by what it takes and who may call it. */
export function generalPromises(declared: Declared): Promised[] {
  const { key, method, path, endpoint } = declared;
  const all: Promised[] = [];
  const add = (page: Promised["page"], says: string, check: (probe: Prober) => Promise<unknown>) =>
    all.push(promised(page, says, (_, probe) => check(probe)));
  const body = method === "GET" ? {} : { body: {} };
  const refusal = (credential: string) =>
    refusalOf({ mode: "both tokens", credential, key, code: codeOf(key) ?? NEVER });
  if (endpoint.access !== "webhook") {
    if (refusal("no token") === 401) {
      add("interface", "Without a token: 401.", async (probe) => {
        await gets(probe, declared, 401, { ...body, as: "nobody" });
        await gets(probe, declared, 401, { ...body, as: "a wrong token" });
      });
    }
    if (refusal("the agent's token") === 403) {
      add(
        "interface",
        "Such calls return 403.",
        (probe) => gets(probe, declared, 403, { ...body, as: "agent" }),
      );
    }
  }
  const { properties = {} } = endpoint.query ? schemaOf(endpoint.query) : {};
  const bad = [["limit", "0"], ["limit", "1001"], ["offset", "-1"]].filter(([name]) => name! in properties);
  if (bad.length > 0) {
    add(
      "semantics",
      "`limit` defaults to 100, at most 1,000; `offset` from 0; out of range is 400.",
      async (probe) => {
        for (const [name, value] of bad) {
          await gets(probe, declared, 400, { query: { [name!]: value! }, ...body });
        }
      },
    );
  }
  if (
    path.includes(":") && !path.endsWith(":name") && endpoint.access !== "webhook" && takesNothing(declared)
  ) {
    add("interface", "Missing route or record.", (probe) => gets(probe, declared, 404, body));
  }
  if (method === "GET" || endpoint.access === "webhook") return all;
  const raw = (probe: Prober, text: string) => gets(probe, declared, 400, { raw: text, headers: json });
  add(
    "semantics",
    "JSON nested deeper than 64 is 400, checked before it is parsed into anything recursive.",
    (probe) => raw(probe, `{"zzz":${"[".repeat(64)}${"]".repeat(64)}}`),
  );
  add(
    "semantics",
    "A key that stands twice in a JSON object is 400.",
    (probe) => raw(probe, '{"a":1,"a":1}'),
  );
  add(
    "semantics",
    "a body that is there must be `application/json`, and broken JSON is 400.",
    async (probe) => {
      for (const text of ['{"a":', "\uFEFF{}"]) await raw(probe, text);
      await gets(probe, declared, 400, { raw: "{}", headers: { "content-type": "text/plain" } });
    },
  );
  add(
    "semantics",
    "A POST without a body and without a content type has the body `{}`",
    async (probe) => {
      for (const text of ["[]", "null", '"x"']) await raw(probe, text);
    },
  );
  return all;
}

/** Whether the row has what it needs when nothing is sent. */
const takesNothing = ({ endpoint }: Declared): boolean =>
  endpoint.body?.safeParse({}).success !== false && endpoint.query?.safeParse({}).success !== false;
