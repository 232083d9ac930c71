import { ApiError, fillPath } from "../../ui/client.ts";
import { EXIT, UsageError } from "../exit_codes.ts";
import { renderAnswer } from "../render/views.ts";
import { connect, type Connection, type ServiceOptions, StrangerError } from "../service/connection.ts";
import { listingOf } from "../service/listing.ts";
import { resolveId } from "../service/resolve.ts";
import type { Shell } from "../shell.ts";
import type { Derived } from "./contracts.ts";
import type { Field } from "./fields.ts";
import { readInput } from "./input.ts";
import { outputKind } from "./options.ts";
import { printEvents } from "./print_events.ts";

type Options = ServiceOptions & { json?: boolean; output?: string; idempotencyKey?: string };

/** Calls the endpoint of a derived command with what was typed, and prints its answer. Gives the exit code. */
export async function perform(
  shell: Shell,
  { key, endpoint }: Derived,
  typed: {
    positionals: readonly string[];
    options: Options & Record<string, unknown>;
    fields: readonly Field[];
  },
): Promise<number> {
  const { options, fields } = typed;
  const kind = outputKind(endpoint);
  if (kind === "binary" && shell.output.terminal && !options.output) {
    throw new UsageError("The content is not for a terminal: name a file with --output, or use a pipe.");
  }
  const input = await readInput(endpoint, fields, options);
  const connection = connect(shell, options);
  const [method, route] = key.split(" ") as [string, string];
  const path = fillPath(route, await parameters(connection, route, typed.positionals)) + query(input.query);
  if (kind === "sse") return await printEvents(shell, connection, path, options.json ?? false);

  const response = await connection.send(path, {
    method,
    headers: {
      ...(endpoint.body && { "content-type": "application/json" }),
      ...(options.idempotencyKey && { "idempotency-key": options.idempotencyKey }),
    },
    ...(endpoint.body && { body: JSON.stringify(input.body) }),
  });
  if (!response.ok) throw new ApiError(response.status, (await response.json()).error);
  noteIgnored(shell, response);
  if (kind === "binary" || kind === "html") {
    const bytes = await response.bytes();
    if (options.output) await save(shell, options.output, bytes);
    else shell.output.bytes(bytes);
    return EXIT.done;
  }
  const value = await json(response, connection.url);
  if (options.json || key === "GET /openapi.json") shell.output.json(value);
  else for (const line of renderAnswer(key, value, shell.output.columns)) shell.output.data(line);
  return EXIT.done;
}

async function parameters(connection: Connection, route: string, typed: readonly string[]) {
  const names = [...route.matchAll(/:(\w+)/g)].map((match) => match[1]!);
  const values: Record<string, string> = {};
  for (const [i, name] of names.entries()) {
    const listing = listingOf(route, name)?.replaceAll(/:(\w+)/g, (_, earlier) => values[earlier] ?? "");
    values[name] = await resolveId(connection, listing ?? null, typed[i]!);
  }
  return values;
}

const query = (values: Record<string, unknown>): string => {
  const entries = Object.entries(values).map(([name, value]) => [name, String(value)]);
  return entries.length === 0 ? "" : `?${new URLSearchParams(entries)}`;
};

async function json(response: Response, url: string): Promise<unknown> {
  try {
    return await response.json();
  } catch {
    throw new StrangerError(url);
  }
}

/** Says which fields the service did not know: a typing error in a JSON body is else never seen. */
function noteIgnored({ output }: Shell, response: Response): void {
  const ignored = response.headers.get("x-agent-harness-ignored");
  if (ignored) {
    output.talk(
      `The service does not know, and ignored: ${ignored.split(",").map(decodeURIComponent).join(", ")}`,
    );
  }
}

async function save({ output }: Shell, file: string, bytes: Uint8Array): Promise<void> {
  try {
    await Deno.writeFile(file, bytes);
  } catch (cause) {
    throw new UsageError(`The file ${file} cannot be written: ${(cause as Error).message}.`);
  }
  output.talk(`${bytes.length} bytes written to ${file}.`);
}
