import { z } from "zod";
import { dialSchema } from "../../../../store/autonomy/stream.ts";
import type { StatedDefaults } from "../../../../store/repositories/defaults.ts";
import { didYouMean, readSourceText } from "../../workflows/language/mod.ts";
import { labelsSchema } from "../../../ground/kernel/schemas.ts";
import { messageOf } from "../../../../store/shared/message_of.ts";

/** A command as a default: one line of a shell, as `run --verify` takes it. */
export const defaultCommandSchema = z.string().trim().min(1, "a command is not empty").max(4000)
  .refine((text) => !text.includes("\0"), "NUL is not part of a command");

/** Who does the work, as `run --worker` takes it. */
export const defaultWorkerSchema = z.string().regex(
  /^[^/\s]{1,100}(?:\/\S{1,200})?$/,
  "a worker is provider/model, such as ollama/qwen3",
);

/** The labels that machines need, with commas between them. */
export const defaultNeedsSchema = z.string().max(1000).transform((text) =>
  text.split(",").map((label) => label.trim())
)
  .pipe(labelsSchema).transform((labels) => labels.join(","));

/** The language of `.agent-harness.json`, of which the published JSON Schema is made. */
export const defaultsFileSchema = z.strictObject({
  $schema: z.string().optional().describe("where an editor finds this schema"),
  verifier: defaultCommandSchema.optional().describe("says by its exit code whether a result works"),
  setup: defaultCommandSchema.optional().describe("prepares each fresh worktree"),
  worker: defaultWorkerSchema.optional().describe("who does the work: provider/model"),
  needs: defaultNeedsSchema.optional().describe(
    "the labels that machines need to verify results, with commas between them",
  ),
  place: z.literal("here").optional().describe("work and verification never leave this machine"),
  dial: dialSchema.optional().describe(
    "makes the dial stricter where no person has set it; it never allows more",
  ),
  profile: z.string().min(1).max(100).optional().describe("the agent profile that tasks are held to"),
});

/** Something wrong with the file, and where. */
export type FileIssue = { line: number; column: number; message: string };

/** Reads what a `.agent-harness.json` states, or what is wrong with it. */
export async function readStated(
  text: string,
): Promise<{ states: StatedDefaults } | { issues: FileIssue[] }> {
  try {
    JSON.parse(text);
  } catch (cause) {
    return { issues: [syntaxIssue(text, messageOf(cause))] };
  }
  // JSON is YAML: the reader of workflows knows the position of each part, and refuses a repeated key.
  const source = await readSourceText(text);
  if ("fault" in source) return { issues: [source.fault] };
  const parsed = defaultsFileSchema.safeParse(source.value);
  if (parsed.success) {
    const { $schema: _, ...states } = parsed.data;
    return { states };
  }
  return {
    issues: parsed.error.issues.flatMap((issue): FileIssue[] => {
      const path = issue.path.filter((part) => typeof part !== "symbol");
      if (issue.code !== "unrecognized_keys") {
        const [name] = path;
        const what = name === undefined ? "The file" : `"${name}"`;
        const message = `${what}: ${issue.message.replace(/^Invalid (?:input|option): /, "")}.`;
        return [{ ...source.locate({ path }), message }];
      }
      return issue.keys.map((key) => ({
        ...source.locate({ path: [...path, key], key: true }),
        message: `"${key}" is not known here. ${
          didYouMean(key, KEYS) || `The keys are: ${KEYS.join(", ")}.`
        }`,
      }));
    }),
  };
}

const KEYS = Object.keys(defaultsFileSchema.shape).filter((key) => key !== "$schema");

/** The engine says how many characters came before, or that the end came too soon. */
function syntaxIssue(text: string, said: string): FileIssue {
  const position = Number(/at position (\d+)/.exec(said)?.[1] ?? text.length);
  const before = text.slice(0, position).split("\n");
  const message = `The file is not valid JSON: ${
    said.replace(/ (?:in JSON )?at position [\s\S]*$/, "").replace(/,? ".*$/s, "")
  }.`;
  return { line: before.length, column: before.at(-1)!.length + 1, message };
}
