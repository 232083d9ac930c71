import { z } from "zod";
import { KIND_IDS, KINDS } from "../kinds/mod.ts";
import { didYouMean, meantName } from "./closest.ts";
import {
  isHolding,
  nodeSchema,
  outlineSchema,
  type WorkflowDefinition,
  type WorkflowNode,
} from "./definition.ts";
import type { Issues, Path } from "./issue.ts";
import { isRecord, recordOf } from "../../../../store/shared/records.ts";
import { isOneOf } from "../../../../store/shared/tuples.ts";

/** Reads a parsed text as a definition; null if it is invalid, with the reasons in `issues`. */
export function readDefinition(value: unknown, issues: Issues): WorkflowDefinition | null {
  const before = issues.errors.length;
  const outline = check(outlineSchema, withoutOwnKeys(value), [], issues);
  const { nodes: given } = recordOf(value);
  const nodes = Array.isArray(given) ? readNodes(given.slice(0, 200), ["nodes"], issues, 0) : [];
  return outline && issues.errors.length === before ? { ...outline, nodes } : null;
}

function readNodes(values: readonly unknown[], path: Path, issues: Issues, depth: number): WorkflowNode[] {
  return values.flatMap((value, at) => {
    const node = readNode(value, [...path, at], issues, depth);
    return node ? [node] : [];
  });
}

function readNode(value: unknown, path: Path, issues: Issues, depth: number): WorkflowNode | null {
  const { kind } = recordOf(value);
  const isKnown = isOneOf(KIND_IDS, kind);
  if (typeof kind === "string" && !isKnown) {
    const fix = didYouMean(kind, KIND_IDS) || `The kinds are: ${KIND_IDS.join(", ")}.`;
    issues.error([...path, "kind"], "unknown_kind", `There is no node kind "${kind}".`, { fix });
    return null;
  }
  const placed = isKnown ? withKeysInPlace(value, kind, path, issues) : value;
  const node = check(nodeSchema, withoutOwnKeys(placed), path, issues);
  if (!isKnown) return null;
  const given = withoutOwnKeys(recordOf(placed).with ?? {});
  const content = check(KINDS[kind].with, given, [...path, "with"], issues);
  if (!node || !content) return null;
  const whole = { ...node, with: content } as WorkflowNode;
  if (!isHolding(whole)) return whole;
  if (depth >= 2) {
    issues.error(path, "nesting", "Loops, fan-outs and races can be nested at most two levels deep.");
    return null;
  }
  const nodes = readNodes(whole.with.nodes, [...path, "with", "nodes"], issues, depth + 1);
  return { ...whole, with: { ...whole.with, nodes } } as WorkflowNode;
}

/** Reports the keys of a node that belong to its `with`, and the other way around. Returns the node with each in its place. */
function withKeysInPlace(value: unknown, kind: WorkflowNode["kind"], path: Path, issues: Issues): unknown {
  const { with: inner, ...outer } = recordOf(value);
  if (inner !== undefined && !isRecord(inner)) return value;
  const [ofNode, ofWith] = [Object.keys(nodeSchema.shape), Object.keys(KINDS[kind].with.shape)];
  // A map, because a key may be called "__proto__".
  const [outside, inside] = [new Map<string, unknown>(), new Map(Object.entries(recordOf(inner)))];
  for (const [key, content] of Object.entries(outer)) {
    const meant = meantBy(key, ofWith, ofNode);
    if (meant === null) {
      outside.set(key, content);
      continue;
    }
    if (!inside.has(meant)) inside.set(meant, content);
    const fix = `It belongs below "with": with.${meant}.`;
    issues.error([...path, key], "unknown_key", `"${key}" is not a key of a node.`, { key: true, fix });
  }
  for (const [key, content] of inside) {
    if (ofWith.includes(key) || !ofNode.includes(key)) continue;
    inside.delete(key);
    if (!outside.has(key)) outside.set(key, content);
    const fix = `It belongs to the node, beside "with".`;
    const message = `"${key}" is not a valid key below "with".`;
    issues.error([...path, "with", key], "unknown_key", message, { key: true, fix });
  }
  const holds = inner !== undefined || inside.size > 0;
  return { ...Object.fromEntries(outside), ...(holds && { with: Object.fromEntries(inside) }) };
}

/** Returns the key of `with` that a key of a node means, by its name or nearly; null if it may be one of the node. */
function meantBy(key: string, ofWith: readonly string[], ofNode: readonly string[]): string | null {
  if (ofNode.includes(key) || key.startsWith("x-")) return null;
  if (ofWith.includes(key)) return key;
  return meantName(key, ofNode) === null ? meantName(key, ofWith) : null;
}

/** Names that begin with `x-` belong to the author of the file: they are kept and ignored. */
function withoutOwnKeys(value: unknown): unknown {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).filter(([key]) => !key.startsWith("x-")));
}

function check<Schema extends z.ZodObject>(
  schema: Schema,
  value: unknown,
  path: Path,
  issues: Issues,
): z.output<Schema> | null {
  const parsed = schema.safeParse(value, { reportInput: true });
  if (parsed.success) return parsed.data;
  // An unknown key is often a misspelled missing one: it comes first.
  const isUnknown = ({ code }: z.core.$ZodIssue) => code === "unrecognized_keys" ? 0 : 1;
  const found = parsed.error.issues.slice(0, 50).toSorted((one, other) => isUnknown(one) - isUnknown(other));
  for (const issue of found) report(schema, issue, path, issues);
  return null;
}

function report(schema: z.ZodObject, issue: z.core.$ZodIssue, path: Path, issues: Issues): void {
  const at = [...path, ...issue.path.filter((part) => typeof part !== "symbol")];
  if (issue.code !== "unrecognized_keys") {
    const missing = "input" in issue && issue.input === undefined && issue.code === "invalid_type";
    const name = at.at(-1);
    const message = missing
      ? `"${name}" is missing.`
      : `${name === undefined ? "The definition" : `"${name}"`}: ${
        issue.message.replace(/^Invalid input: /, "")
      }.`;
    return issues.error(at, missing ? "missing" : "invalid", message);
  }
  const known = keysAt(schema, issue.path);
  for (const key of issue.keys) {
    const fix = didYouMean(key, known) ||
      (known.length > 0 ? `The keys allowed here are: ${known.join(", ")}.` : "");
    issues.error([...at, key], "unknown_key", `"${key}" is not a valid key.`, {
      key: true,
      ...(fix && { fix }),
    });
  }
}

/** Returns the keys that are allowed at a place of a schema. */
function keysAt(schema: z.ZodType, path: readonly PropertyKey[]): string[] {
  let at: z.ZodType = unwrapped(schema);
  for (const part of path) {
    const next = at instanceof z.ZodObject
      ? at.shape[String(part)] as z.ZodType | undefined
      : at instanceof z.ZodArray
      ? at.element as z.ZodType
      : undefined;
    if (!next) return [];
    at = unwrapped(next);
  }
  return at instanceof z.ZodObject ? Object.keys(at.shape) : [];
}

function unwrapped(schema: z.ZodType): z.ZodType {
  let at = schema;
  while (at instanceof z.ZodOptional || at instanceof z.ZodDefault) at = at.unwrap() as z.ZodType;
  return at;
}
