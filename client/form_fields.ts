import { messageOf } from "../store/shared/message_of.ts";

/** The part of JSON Schema that forms support. */
export type JsonSchema = {
  type?: string;
  title?: string;
  description?: string;
  default?: unknown;
  enum?: unknown[];
  minimum?: number;
  maximum?: number;
  maxItems?: number;
  items?: JsonSchema;
  required?: string[];
  properties?: Record<string, JsonSchema>;
};

/** The form field of an input of a workflow, or of a value that its approval asks for. */
export type InputField = {
  name: string;
  label: string;
  kind: "text" | "number" | "boolean" | "choice" | "lines" | "json";
  required: boolean;
  hint: string;
  choices: readonly string[];
  /** Its initial value. */
  initial: string;
  /** Whether only whole numbers are allowed. */
  whole: boolean;
};

/** The typed values by the name of the input; a checkbox is "true" or "". */
export type InputDraft = Record<string, string>;

/** Returns the fields for the schema of a definition's inputs. */
export function fieldsOf(schema: JsonSchema | undefined): InputField[] {
  return Object.entries(schema?.properties ?? {}).map(([name, property]) => {
    const kind = kindOf(property);
    const required = (schema?.required ?? []).includes(name) && property.default === undefined;
    return {
      name,
      label: property.title ?? name,
      kind,
      required,
      hint: hintOf(property, kind),
      choices: (property.enum ?? []).map(String),
      initial: property.default === undefined ? "" : written(kind, property.default),
      whole: property.type === "integer",
    };
  });
}

/** Returns the initial draft of a form: the given values, or else the defaults. */
export const draftOf = (fields: readonly InputField[], values: Record<string, unknown> = {}): InputDraft =>
  Object.fromEntries(
    fields.map(({ name, kind, initial }) => [
      name,
      values[name] === undefined ? initial : written(kind, values[name]),
    ]),
  );

/** Returns the inputs of a draft without empty ones. Throws an `Error` that names the invalid field. */
export function inputsOf(fields: readonly InputField[], draft: InputDraft): Record<string, unknown> {
  return Object.fromEntries(
    fields.flatMap((field) => {
      const text = draft[field.name] ?? "";
      if (field.kind === "boolean") return [[field.name, text === "true"]];
      if (text === "" && !(field.kind === "text" && field.required)) return [];
      return [[field.name, readAs(field, text)]];
    }),
  );
}

/** Returns the service's remarks on each field, and the rest of its sentence. */
export function problemsOf(
  fields: readonly InputField[],
  sentence: string,
): { fields: Record<string, string>; rest: string } {
  const found: Record<string, string> = {};
  const rest: string[] = [];
  const said = /^(?:inputs|response): ([\s\S]*?)\.?$/.exec(sentence)?.[1];
  if (said === undefined) return { fields: found, rest: sentence };
  for (const part of said.split("; ")) {
    const [, name = "", place = "", message = ""] = /^([^.:\s]+)((?:\.[^.:\s]+)*): ([\s\S]*)$/.exec(part) ??
      [];
    if (fields.some((field) => field.name === name)) found[name] = `${place.slice(1)} ${message}`.trim();
    else rest.push(part);
  }
  return { fields: found, rest: rest.join("; ") };
}

function kindOf({ type, enum: choices, items }: JsonSchema): InputField["kind"] {
  if (choices && choices.every((choice) => typeof choice === "string")) return "choice";
  if (type === "string") return "text";
  if (type === "number" || type === "integer") return "number";
  if (type === "boolean") return "boolean";
  return type === "array" && items?.type === "string" ? "lines" : "json";
}

function hintOf(property: JsonSchema, kind: InputField["kind"]): string {
  const { description, minimum, maximum, maxItems } = property;
  return [
    description,
    kind === "lines" && "One per line.",
    kind === "json" && "JSON.",
    minimum !== undefined && `At least ${minimum}.`,
    maximum !== undefined && `At most ${maximum}.`,
    maxItems !== undefined && `At most ${maxItems} of them.`,
  ].filter(Boolean).join(" ");
}

function written(kind: InputField["kind"], value: unknown): string {
  if (kind === "lines" && Array.isArray(value)) return value.join("\n");
  if (kind === "json") return JSON.stringify(value, null, 2);
  return kind === "boolean" ? (value === true ? "true" : "") : String(value);
}

function readAs({ kind, label }: InputField, text: string): unknown {
  if (kind === "number") return Number(text);
  if (kind === "lines") return text.split("\n").filter((line) => line.trim() !== "");
  if (kind !== "json") return text;
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new Error(`${label} is not JSON: ${messageOf(cause)}.`);
  }
}
