import { ApiError, fillPath } from "../../client/client.ts";
import { type FieldPaths, fieldRows, parseFields, pickFields, withFields } from "../fields.ts";
import { EXIT, UsageError } from "../exit_codes.ts";
import { table } from "../render/table.ts";
import { takeFile } from "../workflows/save_file.ts";
import { withProgress } from "../terminal/progress.ts";
import { renderAnswer } from "../render/views.ts";
import { connect, type ServiceClient, type ServiceOptions, StrangerError } from "../service/connection.ts";
import { headerText } from "../service/header_text.ts";
import { withFlags } from "../service/with_flags.ts";
import { sayWhatRetryMeets } from "../service/open_changes.ts";
import { noteIgnored, noteRest } from "../service/response_notes.ts";
import type { Shell } from "../shell.ts";
import type { Derived } from "./command.ts";
import { type ActionOptions, readActionWords } from "./action_text.ts";
import { answerFieldsOf } from "./commands.ts";
import { loadEndpoint } from "./endpoints.ts";
import { addArgument, checkInput, type CommandInput, readInput, resolveNames } from "./input.ts";
import { CALLBACK, callbackQuery } from "./oauth_callback.ts";
import { askBeforeDeletion } from "./deleted.ts";
import { flagsOf } from "./options.ts";
import { pathParameters } from "./path_parameters.ts";
import { pageOfList, queryOfView } from "./saved_view.ts";
import { readRecording, RECORDED } from "./recording.ts";
import { readTriggerWords } from "./trigger_text.ts";
import { fillUsual } from "./usual.ts";
import { watchAnswer } from "./watch_answer.ts";
import { DELIVERY, deliveryOf, type DeliveryOptions } from "./webhook_delivery.ts";
import { printAnswer } from "./print_answer.ts";
import { printEvents } from "./print_events.ts";
import { messageOf } from "../../store/shared/message_of.ts";
import { splitRouteKey } from "../../store/shared/route_key.ts";
import { recordOf } from "../../store/shared/records.ts";

type Options = ServiceOptions & ActionOptions & {
  json?: boolean;
  output?: string;
  idempotencyKey?: string;
  fields?: string;
  watch?: boolean;
  view?: string;
  yes?: boolean;
};

/** Calls the endpoint of a derived command with the given input and prints the response. Returns the exit code. */
export async function perform(
  shell: Shell,
  derived: Derived,
  typed: {
    positionals: readonly (string | undefined)[];
    options: Options & Record<string, unknown>;
  },
): Promise<number> {
  const { key, answer, fields } = derived;
  const { options } = typed;
  if (answer === "binary" && shell.output.terminal && !options.output) {
    throw new UsageError(
      "The content cannot be shown in a terminal. Name a file with --output, or use a pipe.",
    );
  }
  const picked = options.fields === undefined ? null : parseFields(options.fields);
  const described = answerFieldsOf(derived);
  // Refused later, what was done would seem to have failed.
  const known = picked && !key.startsWith("GET ") ? withFields(picked, described) : described;
  const input = await readInput(fields, options);
  if (derived.argument && typed.positionals[0] !== undefined) {
    await addArgument(derived, typed.positionals[0], input);
  }
  const positionals = await takeFile(() => connect(shell, options), { key, typed: typed.positionals, input });
  const file = key === RECORDED ? positionals[1] : undefined;
  const sendFirst = file === undefined ? null : await readRecording(file, input);
  const assumed = fillUsual(derived, input);
  await readActionWords(() => connect(shell, options), key, input.body, options);
  await readTriggerWords(shell, () => connect(shell, options), key, input);
  if (isCheckedFirst(derived)) await check(derived, input);
  const connection = connect(shell, options);
  if (options.view !== undefined && pageOfList(key) !== undefined) {
    input.query = { ...await queryOfView(connection, key, options.view), ...input.query };
  }
  await resolveNames(() => connection, { fields, options, input });
  if (key === CALLBACK) Object.assign(input.query, callbackQuery(options));
  const [method, route] = splitRouteKey(key);
  const ids = await pathParameters(shell, connection, { key, typed: positionals });
  const path = fillPath(route, ids) + query(input.query);
  if (answer === "sse" && method === "GET") {
    return await printEvents(shell, connection, path, { json: options.json ?? false, fields: picked });
  }
  const show = (value: unknown): void => {
    const shown = picked ? pickFields(value, picked, known) : value;
    if (options.json && options.watch) shell.output.jsonLine(shown);
    else if (options.json || key === "GET /openapi.json") shell.output.json(shown);
    else for (const line of lines(shell, key, { shown, picked })) shell.output.data(line);
  };
  if (!options.yes) await askBeforeDeletion(shell, connection, derived, ids);
  await sendFirst?.(connection, ids.id!);
  const ask = async () => await send(shell, connection, path, { method, derived, input, options });
  if (options.watch) {
    const asked = { ask: async () => await json(await ask(), connection.url), show };
    return await watchAnswer(shell, connection, asked);
  }
  const response = await ask();
  if (answer === "sse") return await printAnswer(shell, response, options.json ?? false);
  if (answer === "binary" || answer === "html" || answer === "exposition") {
    const bytes = await response.bytes();
    if (options.output) await save(shell, options.output, bytes);
    else shell.output.bytes(bytes);
    return response.ok ? EXIT.done : EXIT.failed;
  }
  const value = await json(response, connection.url);
  show(value);
  if (assumed.length > 0) shell.output.talk(`Assumed: ${assumed.join(", ")}. Flags change it: --help.`);
  noteRest(shell, response, { value, offset: Number(input.query.offset ?? 0) });
  await sayWhatRetryMeets(shell, connection, key, value);
  return isFailure(derived, value) ? EXIT.failed : EXIT.done;
}

/** Returns whether the response reports a failed check. */
const isFailure = ({ failsOn }: Derived, value: unknown): boolean =>
  failsOn !== undefined &&
  failsOn.values.some((failed) => recordOf(value)[failsOn.field] === failed);

type Picked = { shown: unknown; picked: FieldPaths | null };

function lines({ output }: Shell, key: string, { shown, picked }: Picked): string[] {
  if (!picked) return renderAnswer(key, shown, output.columns);
  const names = picked.map((path) => path.join("."));
  const rows = fieldRows(shown, picked);
  return rows.length === 0 ? renderAnswer(key, [], output.columns) : table(rows, output.columns, names);
}

type Request = { method: string; derived: Derived; input: CommandInput; options: Options };

async function send(
  shell: Shell,
  connection: ServiceClient,
  path: string,
  { method, derived, input, options }: Request,
): Promise<Response> {
  const delivery = derived.key === DELIVERY ? await deliveryOf(options as DeliveryOptions) : null;
  const response = await withProgress(
    shell.output,
    "Waiting for the service",
    connection.send(path, {
      method,
      headers: {
        ...delivery?.headers,
        ...(derived.answer === "html" && { accept: "text/html" }),
        ...(derived.body && { "content-type": "application/json" }),
        ...(!delivery && options.idempotencyKey &&
          { "idempotency-key": headerText("--idempotency-key", options.idempotencyKey) }),
      },
      ...(derived.body && { body: JSON.stringify(input.body) }),
      ...(delivery && delivery.body !== "" && { body: delivery.body }),
    }),
  );
  const isPage = derived.answer === "html" && response.headers.get("content-type")?.startsWith("text/html");
  if (!response.ok && !isPage) {
    const { error } = await response.json();
    if (response.status === 400) await check(derived, input);
    throw new ApiError(response.status, withFlags(error, flagsOf(derived)));
  }
  noteIgnored(shell, response);
  return response;
}

/** Reads are sent unchecked. Only if the service refuses are the schemas loaded, to name the flag. */
const isCheckedFirst = ({ key, body, answer, fields }: Derived): boolean =>
  body || answer === "sse" || !key.startsWith("GET ") || fields.some(({ required }) => required);

/** Checks the input against the contract. Throws `UsageError`. */
async function check(derived: Derived, input: CommandInput): Promise<void> {
  if (derived.fields.length === 0 && !derived.body) return;
  checkInput(await loadEndpoint(derived), derived, input);
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

async function save({ output }: Shell, file: string, bytes: Uint8Array): Promise<void> {
  try {
    await Deno.writeFile(file, bytes);
  } catch (cause) {
    throw new UsageError(`Could not write the file ${file}: ${messageOf(cause)}.`);
  }
  output.talk(`Wrote ${bytes.length} bytes to ${file}.`);
}
