import { z } from "zod";
import { jsonSchemaSchema, NO_NODE_EFFECTS, nodeKind, textSchema, workerSchema } from "./kind.ts";
import { SEVERITIES } from "../../../../store/shared/enumerations.ts";

/** Asks a worker to do something in the repository, or to answer. */
export const prompt = nodeKind({
  id: "prompt",
  label: "Prompt",
  description: "A worker does what the text says, in a separate worktree.",
  with: z.strictObject({
    content: textSchema,
    worker: workerSchema.optional(),
    outputSchema: jsonSchemaSchema.optional(),
    skills: z.array(z.string().min(1).max(64)).max(20).optional(),
    maxCostUsd: z.number().positive().max(10_000).optional(),
    readOnly: z.boolean().optional(),
  }),
  output: z.object({ text: z.string() }),
  policyClass: "worker",
  effects: { files: "write", commands: true, network: "any", secrets: false, money: true },
  limits: { timeout: "PT24H", retries: 5, outputBytes: 65_536 },
  literal: ["outputSchema", "skills", "worker"],
  example: 'id: write\nkind: prompt\nwith:\n  content: create NOTES.md with "first notes"\n',
});

/** Runs one command in the repository. */
export const command = nodeKind({
  id: "command",
  label: "Command",
  description: "Runs one command in a sandbox. Values are passed in its environment.",
  with: z.strictObject({
    command: z.string().min(1).max(4_000),
    env: z.record(z.string().regex(/^[A-Za-z_][A-Za-z0-9_]*$/), z.string().max(8_192)).optional(),
    cwd: z.string().min(1).max(1_000).optional(),
    network: z.boolean().default(false),
    outputFormat: z.enum(["text", "json", "lines"]).default("text"),
  }),
  output: z.object({
    exitCode: z.number().int(),
    stdout: z.string(),
    json: z.unknown().optional(),
    lines: z.array(z.string()).optional(),
  }),
  policyClass: "command",
  effects: { files: "write", commands: true, network: "declared", secrets: false, money: false },
  limits: { timeout: "PT24H", retries: 5, outputBytes: 65_536 },
  literal: ["command"],
  typed: ["env"],
  example: "id: test\nkind: command\nwith:\n  command: npm test\n",
});

/** Reads one address. */
export const httpRead = nodeKind({
  id: "http_read",
  label: "Read an address",
  description:
    "Reads one address with GET. Its host must be in the definition, and its response is not trusted.",
  with: z.strictObject({
    url: z.string().regex(
      /^https?:\/\/[^/$\s]+(?:\/\S*)?$/,
      "expected an http or https address with a literal host",
    ),
    headers: z.record(z.string(), z.string().max(1_000)).optional(),
    secretHeader: z.strictObject({ name: z.string().min(1).max(100), secretId: z.string().min(1).max(100) })
      .optional(),
    maxBytes: z.number().int().min(1).max(1_048_576).default(1_048_576),
    format: z.enum(["text", "json"]).default("text"),
  }),
  output: z.object({
    status: z.number().int(),
    text: z.string().optional(),
    json: z.unknown().optional(),
    sha256: z.string(),
  }),
  policyClass: "network",
  effects: { ...NO_NODE_EFFECTS, network: "declared", secrets: true },
  limits: { maxBytes: 1_048_576, retries: 5 },
  example: "id: news\nkind: http_read\nwith:\n  url: https://example.com/status.json\n  format: json\n",
});

/** Reads memory, or suggests something for it. */
export const memory = nodeKind({
  id: "memory",
  label: "Memory",
  description: "Reads memory records, or suggests one that a human decides on.",
  with: z.strictObject({
    read: z.strictObject({
      query: z.string().min(1).max(500),
      scope: z.string().max(64).optional(),
      limit: z.number().int().min(1).max(50).default(10),
    }).optional(),
    propose: z.strictObject({ type: z.string().min(1).max(64), content: textSchema }).optional(),
  }).refine(
    ({ read, propose }) => (read === undefined) !== (propose === undefined),
    "expected either read or propose",
  ),
  output: z.object({
    records: z.array(z.unknown()).optional(),
    candidateId: z.string().optional(),
  }),
  policyClass: "internal",
  effects: NO_NODE_EFFECTS,
  limits: { records: 50 },
  example: "id: recall\nkind: memory\nwith:\n  read:\n    query: release\n",
});

/** Notifies the person. */
export const notify = nodeKind({
  id: "notify",
  label: "Notify",
  description: "Adds a notification to the inbox.",
  with: z.strictObject({
    title: z.string().min(1).max(300),
    content: textSchema,
    severity: z.enum(SEVERITIES).default("info"),
  }),
  output: z.object({ notificationId: z.string() }),
  policyClass: "none",
  effects: NO_NODE_EFFECTS,
  limits: {},
  example: "id: tell\nkind: notify\nwith:\n  title: Ready\n  content: The report is ready.\n",
});
