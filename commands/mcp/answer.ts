import { z } from "zod";
import { ApiError } from "../../client/client.ts";
import { TOKENS } from "../service/connection.ts";
import { describeFailure } from "../service/failure.ts";
import { fit } from "./fit.ts";
import { type Calling, type ObjectSchema, pageOf, type Tool } from "./tool.ts";

/** A page for a person, in MCP. */
type ResourceLink = { type: "resource_link"; uri: string; name: string; mimeType: string };

/** An answer in MCP. */
type Answer = { content: ({ type: "text"; text: string } | ResourceLink)[]; isError?: boolean };

/** What a model reads without losing its place. */
const USUAL_CHARACTERS = 4_000;
const MAX_CHARACTERS = 100_000;

/** The most links in one answer. */
const MAX_LINKS = 3;

/** What is kept for the note about what was cut. */
const NOTE_CHARACTERS = 300;

/** The most names in that note. */
const MAX_NAMED = 8;

/** The arguments that every tool takes besides its own: how much of an answer is wanted, and which part. */
const PART = z.object({
  characters: z.number().int().min(1_500).max(MAX_CHARACTERS).default(USUAL_CHARACTERS)
    .describe(`longest answer, ${USUAL_CHARACTERS} by default`),
  field: z.string().min(1).max(500).optional().describe("only this field of the answer, such as tasks.0"),
});

const PART_PROPERTIES = z.toJSONSchema(PART, { io: "input" }).properties ?? {};

/** Returns the schema of a tool's arguments with those that all tools take. */
export function withPart(tool: Tool): ObjectSchema {
  const twice = Object.keys(PART_PROPERTIES).find((name) => name in tool.inputSchema.properties);
  if (twice !== undefined) throw new Error(`${tool.name} has an argument ${twice} of its own`);
  return { ...tool.inputSchema, properties: { ...tool.inputSchema.properties, ...PART_PROPERTIES } };
}

/** Calls a tool with the agent token. Errors are answers too, so that the model can correct its call. */
export async function callTool(
  calling: Omit<Calling, "characters">,
  tool: Tool,
  given: Record<string, unknown>,
): Promise<Answer> {
  try {
    const { characters, field, ...own } = given;
    const { data: part, error } = PART.safeParse({ characters, field });
    if (error) {
      throw new ApiError(
        400,
        `characters is a number from 1500 to ${MAX_CHARACTERS}, and field a name such as tasks.0.`,
      );
    }
    await requireAgent(calling);
    const whole = await tool.answer({ ...calling, characters: part.characters }, own);
    return answered(
      calling.connection.url,
      part.field === undefined ? whole : partOf(whole, part.field),
      part.characters,
    );
  } catch (failed) {
    const failure = describeFailure(failed, TOKENS.agent.variable);
    if (failure === null) throw failed;
    // What the service calls a field of the body is an argument here.
    const text = failure.message.replace(/^The (?:body|query) field /, "The argument ");
    return { content: [{ type: "text", text }], isError: true };
  }
}

/** Throws if the service would treat this caller as its operator, as one without tokens treats everyone. */
async function requireAgent({ connection: { call, url } }: Pick<Calling, "connection">): Promise<void> {
  if (!("credentialReadiness" in await call("GET /control-plane/status"))) return;
  throw new ApiError(
    403,
    `The service at ${url} cannot tell the agent from its operator, so no request was sent. A person has to restart it, so that it reads the agent token.`,
  );
}

function partOf(whole: unknown, field: string): unknown {
  let part = whole;
  for (const name of field.split(".")) {
    const fields = typeof part === "object" && part !== null ? Object.entries(part) : [];
    const found = fields.find(([each]) => each === name);
    if (!found) {
      const names = fields.length === 0 ? "no fields" : fields.map(([each]) => each).join(", ");
      throw new ApiError(400, `The answer has no field "${field}". At "${name}" it has ${names}.`);
    }
    part = found[1];
  }
  return part;
}

/** Returns an answer of at most so many characters, its links and the note included. */
function answered(url: string, value: unknown, characters: number): Answer {
  const whole = JSON.stringify(value);
  const links = linksIn(whole, url);
  const room = characters - JSON.stringify(links).length;
  if (whole.length <= room) return { content: [{ type: "text", text: whole }, ...links] };
  const { value: fitting, cut } = fit(value, room - NOTE_CHARACTERS);
  const named = cut.filter((path) => path !== "" && !cut.some((other) => other.startsWith(`${path}.`)));
  const text = JSON.stringify(fitting);
  return { content: [{ type: "text", text }, { type: "text", text: noteOf(whole.length, named) }, ...links] };
}

function noteOf(length: number, cut: readonly string[]): string {
  const names = cut.slice(0, MAX_NAMED).join(", ").slice(0, 120);
  const what = cut.length === 0
    ? "The end of the list"
    : `Of ${names}${cut.length > MAX_NAMED ? ", …" : ""} something`;
  return `${what} was left out. The whole answer has ${length} characters: ask for one field of it, or for more characters.`;
}

/** Returns links to the pages of the runs and reviews that an answer names, for a person to open. */
function linksIn(answer: string, url: string): ResourceLink[] {
  const found = new Map<string, ResourceLink>();
  for (const [, id, kind] of answer.matchAll(/"((run|approval)_[0-9a-z]+)"/g)) {
    const isRun = kind === "run";
    const uri = pageOf({ url }, isRun ? "runs" : "approvals", id!);
    found.set(uri, { type: "resource_link", uri, name: isRun ? "Run" : "Review", mimeType: "text/html" });
    if (found.size === MAX_LINKS) break;
  }
  return [...found.values()];
}
