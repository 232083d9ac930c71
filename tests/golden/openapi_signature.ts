import { isDeepStrictEqual } from "node:util";
import { openapiParts, SHARED } from "./openapi_parts.ts";
import { isObject, type Json, longPatterns, schemaLines } from "./schema_lines.ts";

/** What each operation answers for an error. It is said once, and only an operation that differs says it again. */
const USUAL_ERROR = {
  description: "An error",
  content: { "application/json": { schema: { $ref: "#/components/schemas/error" } } },
};

/** The two parameters of a list that is read page by page. They are said once. */
const PAGE = [
  { name: "limit", schema: { default: 100, type: "integer", minimum: 1, maximum: 1000 } },
  { name: "offset", schema: { default: 0, type: "integer", minimum: 0, maximum: Number.MAX_SAFE_INTEGER } },
].map((each) => ({ ...each, in: "query", required: false }));

const HEAD =
  `# Written by \`deno task golden\` from the contracts: a line for each operation, parameter, field and schema.
# Where an operation does not say otherwise, it needs the token, its id is made of its key, the parameters of its path are
# required strings, its success is described by its summary, and \`default\` is "An error" with the schema \`error\` as JSON.
# {} has these fields only, {...} may have others, {*} others of one schema, map only those; a bare integer is one that JSON
# carries exactly, and \`safe\` the largest of them; a long pattern has a name here; \`query: page\` is limit, an integer 1..1000 = 100,
# and offset, an integer 0..safe = 0.
`;

/**
 * Returns an OpenAPI document as text, by domain: everything that it says but the order of keys and of required names.
 * What its operations have in common is said once.
 */
export function openapiSignature(document: Json): Map<string, string> {
  const patterns = longPatterns(document);
  return new Map([...openapiParts(document)].map(([domain, { paths, schemas, ...head }]) => {
    const operations = Object.entries(paths).flatMap(([path, item]) =>
      Object.entries(item).map(([method, operation]) => operationLines(domain, method, path, operation))
    );
    const named = Object.entries(schemas).map(([name, schema]) => indented(schemaLines(name, schema)));
    const own = domain === SHARED ? [leafLines("", head), patterns] : [];
    const blocks = [...own, operations.flat(), named.flat()].filter((lines) => lines.length > 0);
    const text = blocks.map((lines) => `${lines.join("\n")}\n`).join("\n");
    return [domain, domain === SHARED ? `${HEAD}\n${text}` : text];
  }));
}

function operationLines(domain: string, method: string, path: string, operation: Json): string[] {
  const key = `${method.toUpperCase()} ${path}`;
  const { parameters, requestBody, responses, summary, tags, ...rest } = operation;
  const { "x-access": access, operationId, security, ...others } = rest;
  const differs: Json = {
    ...others,
    ...(operationId !== idOf(method, path) && { operationId: operationId ?? null }),
    ...(!isDeepStrictEqual(tags, [domain]) && { tags: tags ?? null }),
    ...(!isDeepStrictEqual(security, [{ token: [] }]) && { security: security ?? "none" }),
  };
  return indented([
    [key, access, JSON.stringify(summary), ...rests(differs)].join(" "),
    ...parameterLines(parameters, path),
    ...("requestBody" in operation ? bodyLines(requestBody) : []),
    ...responseLines(responses, summary),
  ]);
}

const indented = ([first, ...others]: string[]): string[] => [first!, ...others.map((line) => `  ${line}`)];

/** A parameter a line. Those that the path names are texts and required: they are listed only where they differ. */
function parameterLines(parameters: unknown, path: string): string[] {
  if (!Array.isArray(parameters)) return rests({ parameters: parameters ?? null });
  const usual = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => (
    { name, in: "path", required: true, schema: { type: "string" } }
  ));
  const isUsual = isDeepStrictEqual(parameters.filter((parameter: Json) => parameter.in === "path"), usual);
  const listed = isUsual ? parameters.filter((parameter: Json) => parameter.in !== "path") : parameters;
  const isPaged = PAGE.every((each) => listed.some((parameter) => isDeepStrictEqual(parameter, each)));
  const others = listed.filter((parameter) =>
    !isPaged || !PAGE.some((each) => isDeepStrictEqual(parameter, each))
  );
  return [
    ...(isUsual ? [] : ["path parameters differ:"]),
    ...(isPaged ? ["query: page"] : []),
    ...others.flatMap((parameter: Json) => {
      const { name, in: place, required, schema, ...others } = parameter;
      const isPlain = required === true || required === false;
      const notes = rests({ ...others, ...(!isPlain && { required: required ?? null }) });
      return schemaLines(
        `${place}.${name}`,
        schema,
        required === true,
        notes.map((word) => ` ${word}`).join(""),
      );
    }),
  ];
}

function bodyLines(body: unknown): string[] {
  if (!isObject(body)) return rests({ body });
  const { content, ...others } = body;
  return [...rests(others).map((word) => `body ${word}`), ...contentLines("body", content)];
}

function responseLines(responses: unknown, summary: unknown): string[] {
  if (!isObject(responses)) return rests({ responses });
  const all = Object.entries(responses).filter(([status, response]) =>
    status !== "default" || !isDeepStrictEqual(response, USUAL_ERROR)
  );
  const lines = all.flatMap(([status, response]) => {
    if (!isObject(response)) return rests({ [status]: response });
    const { content, description, ...others } = response;
    const odd = { ...others, ...(description !== summary && { description: description ?? null }) };
    return [...rests(odd).map((word) => `${status} ${word}`), ...contentLines(status, content)];
  });
  return "default" in responses ? lines : [...lines, "default: none"];
}

/** A body or a response by its media types. Plain JSON goes without saying. */
function contentLines(place: string, content: unknown): string[] {
  if (!isObject(content) || Object.keys(content).length === 0) {
    return [`${place}: content=${JSON.stringify(content)}`];
  }
  return Object.entries(content).flatMap(([type, media]) => {
    const path = type === "application/json" ? place : `${place} ${type}`;
    if (!isObject(media) || !("schema" in media)) return [`${path}: media=${JSON.stringify(media)}`];
    const { schema, ...others } = media;
    return [...schemaLines(path, schema), ...rests(others).map((word) => `${path} ${word}`)];
  });
}

/** Each value at the end of a document on a line with its path. */
function leafLines(path: string, value: unknown): string[] {
  if (!isObject(value) || Object.keys(value).length === 0) return [`${path}: ${JSON.stringify(value)}`];
  return Object.entries(value).flatMap(([key, inner]) =>
    leafLines(path === "" ? key : `${path}.${key}`, inner)
  );
}

const rests = (values: Json): string[] =>
  Object.keys(values).sort().map((key) => `${key}=${JSON.stringify(values[key])}`);

const idOf = (method: string, path: string): string =>
  `${method.toUpperCase()} ${path}`.replace("*", "rest").replaceAll(/[^A-Za-z]+/g, "_").replace(/_$/, "");
