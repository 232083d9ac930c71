import { z } from "zod";
import { ApiError } from "../../client/client.ts";
import type { ServiceClient } from "../service/connection.ts";

/** A JSON schema of an object. */
export type ObjectSchema = {
  type: "object";
  properties: Record<string, unknown>;
  required?: string[];
  $defs?: Record<string, unknown>;
};

/** What one call of a tool works with. */
export type Calling = {
  connection: ServiceClient;
  /** The longest answer that is wanted. */
  characters: number;
  /** Says what happens meanwhile, if the client listens. */
  progress: (message: string) => void;
  /** Aborts when the client no longer waits for the answer. */
  signal: AbortSignal;
};

/** What a tool offers, and how it is called. */
export type Tool = {
  name: string;
  description: string;
  /** True if it changes nothing. */
  readOnly: boolean;
  inputSchema: ObjectSchema;
  /** Returns the answer as data. Throws `ApiError` for what was wrong with the call. */
  answer: (calling: Calling, given: Record<string, unknown>) => Promise<unknown>;
};

/** Returns a tool whose arguments are checked against a schema before it is called. */
export function defineTool<Shape extends z.ZodRawShape>(
  { name, description, readOnly = false, input, answer }: {
    name: string;
    description: string;
    readOnly?: boolean;
    input: Shape;
    answer: (calling: Calling, given: z.output<z.ZodObject<Shape, z.core.$strict>>) => Promise<unknown>;
  },
): Tool {
  const schema = z.strictObject(input);
  const { properties = {}, required } = z.toJSONSchema(schema, { io: "input" });
  return {
    name,
    description,
    readOnly,
    inputSchema: { type: "object", properties, ...(required && { required }) },
    answer: (calling, given) => {
      const { data, error } = schema.safeParse(given);
      if (error) throw new ApiError(400, wrongArguments(name, error.issues, Object.keys(input)));
      return answer(calling, data);
    },
  };
}

function wrongArguments(name: string, issues: readonly z.core.$ZodIssue[], known: readonly string[]): string {
  const said = issues.map((issue) => {
    if (issue.code === "unrecognized_keys") {
      return `It has no argument "${issue.keys.join('", "')}", but ${known.join(", ")}.`;
    }
    const what = issue.message.replace(/^Invalid input: /, "");
    return `The argument "${issue.path.join(".")}" is wrong: ${what}.`;
  });
  return `${name} was not called. ${said.join(" ")}`;
}

/** The argument that names a run. */
export const runArgument = z.string().min(1).describe('number or id, such as "#41"');

/** The addresses of the pages on which a person sees a run, and decides its review. */
export const pageOf = ({ url }: Pick<ServiceClient, "url">, kind: "runs" | "approvals", id: string): string =>
  `${url}/dashboard/${kind}/${id}`;
