import { isMap, isScalar, parseDocument } from "yaml";
import { tooDeepAt } from "../../ground/parsing/yaml_depth.ts";

/** A fault of a SKILL.md, with its line from 1. A lenient one is a deviation: the skill can still be imported. */
export type SkillFault = { rule: string; line: number; message: string; lenient?: true };

/** The fields of a SKILL.md, and where its body begins. */
export type Frontmatter = {
  fields: ReadonlyMap<string, { value: unknown; line: number }>;
  body: string;
  faults: SkillFault[];
};

const MAX_DEPTH = 8;

/** Reads what is between the two lines of hyphens at the beginning of a SKILL.md. */
export function readFrontmatter(text: string): Frontmatter {
  const none = (rule: string, message: string, line = 1): Frontmatter => ({
    fields: new Map(),
    body: text,
    faults: [{ rule, line, message }],
  });
  const plain = text.replace(/^\uFEFF/, "").replaceAll("\r\n", "\n");
  if (!/^---[ \t]*\n/.test(plain)) {
    return none("frontmatter-missing", "SKILL.md must begin with a line of three hyphens.");
  }
  const end = /\n---[ \t]*(?:\n|$)/.exec(plain.slice(3));
  if (!end) {
    return none(
      "frontmatter-unclosed",
      "The frontmatter of SKILL.md is not closed by a line of three hyphens.",
    );
  }
  const yaml = plain.slice(plain.indexOf("\n") + 1, 3 + end.index + 1);
  const body = plain.slice(3 + end.index + end[0].length);
  const deep = tooDeepAt(yaml, MAX_DEPTH);
  if (deep !== null) {
    const line = yaml.slice(0, deep).split("\n").length + 1;
    const message = `The frontmatter can be nested at most ${MAX_DEPTH} levels deep.`;
    return none("frontmatter-nested", message, line);
  }
  const strict = parse(yaml);
  if (strict.fields) return { fields: strict.fields, body, faults: [] };
  const quoted = parse(withQuotes(yaml));
  if (quoted.fields) {
    const fault = {
      rule: "unquoted-colon",
      line: strict.line,
      message: `${strict.problem} It was read as if quoted.`,
    };
    return { fields: quoted.fields, body, faults: [{ ...fault, lenient: true }] };
  }
  return { ...none("frontmatter-invalid", strict.problem), body };
}

type Parsed = { fields: Frontmatter["fields"]; problem?: never; line?: never } | {
  fields: null;
  problem: string;
  line: number;
};

function parse(yaml: string): Parsed {
  const document = parseDocument(yaml, { prettyErrors: true, uniqueKeys: true, maxAliasCount: 0 } as object);
  const [fault] = [...document.errors, ...document.warnings];
  if (fault) {
    const line = (fault.linePos?.[0].line ?? 1) + 1;
    return { fields: null, problem: `Line ${line}: ${fault.message.split("\n")[0]}`, line };
  }
  if (!isMap(document.contents)) {
    return { fields: null, problem: "The frontmatter must be a mapping of names to values.", line: 2 };
  }
  const fields = new Map<string, { value: unknown; line: number }>();
  for (const { key, value } of document.contents.items) {
    const name = isScalar(key) ? String(key.value) : String(key);
    const at = isScalar(key) ? key.range?.[0] ?? 0 : 0;
    const line = yaml.slice(0, at).split("\n").length + 1;
    try {
      fields.set(name, { value: toPlain(value, document), line });
    } catch {
      return { fields: null, problem: `Line ${line}: ${name.slice(0, 80)} refers to another value.`, line };
    }
  }
  return { fields };
}

const toPlain = (value: unknown, document: ReturnType<typeof parseDocument>): unknown =>
  value !== null && typeof value === "object" && "toJS" in value
    ? (value as { toJS(document: unknown, options: object): unknown }).toJS(document, { maxAliasCount: 0 })
    : value;

/** Quotes one-line values that contain a colon, because people write sentences there. */
const withQuotes = (yaml: string): string =>
  yaml.replaceAll(
    /^([A-Za-z][\w-]*): +(?!["'|>[{&*])(.*: .*)$/gm,
    (_, name, value) => `${name}: ${JSON.stringify(value)}`,
  );
