import { z } from "zod";

/** The effects of a kind of node outside of the run's own records. */
type NodeEffects = {
  files: "none" | "read" | "write";
  commands: boolean;
  network: "none" | "declared" | "any";
  secrets: boolean;
  money: boolean;
};

/** One kind of node, declared once: validation, primitives, the dry run and the dashboard follow from it. */
export type NodeKind<Id extends string = string, With extends z.ZodObject = z.ZodObject> = {
  id: Id;
  label: string;
  description: string;
  /** The schema of `with`. */
  with: With;
  /** The schema of its output; fields that are not in it cannot be read. */
  output: z.ZodType;
  policyClass: "worker" | "command" | "internal" | "network" | "none";
  effects: NodeEffects;
  limits: Readonly<Record<string, string | number>>;
  /** An example node of this kind. */
  example: string;
  /** Fields of `with` that are one bare expression. */
  expressions?: readonly string[];
  /** Fields of `with` whose texts are used literally. */
  literal?: readonly string[];
  /** Fields of `with` in which a computed value keeps its type; it is a text everywhere else. */
  typed?: readonly string[];
};

/** No effect outside of the run's own records. */
export const NO_NODE_EFFECTS: NodeEffects = {
  files: "none",
  commands: false,
  network: "none",
  secrets: false,
  money: false,
};

/** Declares a kind of node. */
export const nodeKind = <const Id extends string, With extends z.ZodObject>(
  kind: NodeKind<Id, With>,
): NodeKind<Id, With> => kind;

/** A text of a definition, which may compute parts of itself. */
export const textSchema = z.string().min(1).max(100_000);
/** Reserved words of expressions; no name may be one of them. */
const RESERVED: ReadonlySet<string> = new Set(
  "as break const continue else false for function if import in let loop package namespace null return true var void while"
    .split(" "),
);
/** A name that expressions may read. */
export const nameSchema = z.string().regex(/^[a-z][a-z0-9_]{0,39}$/).refine(
  (name) => !RESERVED.has(name),
  "is a reserved word in expressions",
);
/** A bare expression. */
export const expressionSchema = z.string().min(1).max(2_000);
/** The id of a node. */
export const nodeIdSchema = z.string().regex(
  /^[a-z][a-z0-9_]{0,39}$/,
  "expected a lower-case letter, then at most 39 letters, digits and underscores",
);
/** The worker that a definition names. */
export const workerSchema = z.strictObject({
  provider: z.string().min(1).max(100),
  model: z.string().min(1).max(200).optional(),
});
/** The id or the role of a profile. */
export const profileSchema = z.string().min(1).max(100);
/** A JSON Schema in a definition. */
export const jsonSchemaSchema = z.record(z.string(), z.unknown());
