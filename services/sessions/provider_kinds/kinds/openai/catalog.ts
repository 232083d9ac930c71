import { z } from "zod";
import type { CatalogModel } from "../../../../../store/models/provider_events.ts";
import { namedCapabilities } from "../../probe/named_capabilities.ts";
import { recordOf } from "../../../../../store/shared/records.ts";

const number = z.coerce.number().nonnegative().nullish().catch(null);
const count = number.transform((value) => value === null || value === undefined ? null : Math.round(value));

/** One model as many servers list it: only `id` is guaranteed. */
const listedSchema = z.object({
  id: z.string().min(1).max(200),
  owned_by: z.string().nullish().catch(null),
  name: z.string().nullish().catch(null),
  description: z.string().nullish().catch(null),
  capabilities: namedCapabilities,
  context_length: count,
  max_model_len: count,
  max_context_length: count,
  meta: z.object({ n_ctx: count, n_ctx_train: count }).partial().nullish().catch(null),
  top_provider: z.object({ context_length: count, max_completion_tokens: count }).partial().nullish().catch(
    null,
  ),
  pricing: z.object({ prompt: number, completion: number }).partial().nullish().catch(null),
  supported_parameters: z.array(z.string()).nullish().catch(null),
  architecture: z.object({ input_modalities: z.array(z.string()) }).partial().nullish().catch(null),
});
type Listed = z.output<typeof listedSchema>;

const listSchema = z.union([
  z.object({ data: z.array(z.unknown()) }).transform(({ data }) => data),
  z.array(z.unknown()),
]);

/** Servers that run the models themselves, by the owner they report: they charge nothing. */
const RUNS_ITSELF = new Set(["llamacpp", "vllm", "library"]);

/** Returns the models of `GET /models`, or null when it is not such a list. Entries without a name are left out. */
export function openAiModels(json: unknown): CatalogModel[] | null {
  const list = listSchema.safeParse(json);
  if (!list.success) return null;
  const listed = list.data.flatMap((entry) => {
    const parsed = listedSchema.safeParse(entry);
    return parsed.success ? [modelOf(parsed.data)] : [];
  });
  return listed.length === 0 && list.data.length > 0 ? null : listed;
}

function modelOf(listed: Listed): CatalogModel {
  const free = RUNS_ITSELF.has(listed.owned_by ?? "") ? 0 : null;
  return {
    id: listed.id,
    contextTokens: listed.context_length ?? listed.max_model_len ?? listed.max_context_length ??
      listed.meta?.n_ctx ??
      listed.meta?.n_ctx_train ?? listed.top_provider?.context_length ?? null,
    outputTokens: listed.top_provider?.max_completion_tokens ?? null,
    inputCostPerMillion: perMillion(listed.pricing?.prompt) ?? free,
    outputCostPerMillion: perMillion(listed.pricing?.completion) ?? free,
    capabilities: capabilitiesOf(listed),
    notes: notesOf(listed),
  };
}

function notesOf({ id, name, description }: Listed): string | null {
  const [first = ""] = (description ?? "").trim().split("\n");
  return [name === id ? "" : name ?? "", first].filter((text) => text !== "").join(": ").slice(0, 200) ||
    null;
}

/** Converts the price of one token to the price of a million, in whole billionths of a dollar. */
const perMillion = (perToken: number | null | undefined): number | null =>
  perToken === null || perToken === undefined ? null : Math.round(perToken * 1e15) / 1e9;

function capabilitiesOf({ supported_parameters, architecture, capabilities }: Listed): string[] {
  const parameters = new Set(supported_parameters ?? []);
  const inputs = new Set(architecture?.input_modalities ?? []);
  const found = [
    ...(parameters.has("tools") ? ["tools"] : []),
    ...(parameters.has("structured_outputs") || parameters.has("response_format")
      ? ["structured_output"]
      : []),
    ...(parameters.has("reasoning") ? ["reasoning"] : []),
    ...(inputs.has("image") ? ["vision"] : []),
  ];
  return [...new Set([...found, ...capabilities])];
}

/** Whether a list names this owner for any of its models, which identifies the server. */
export function namesOwner(json: unknown, owner: string): boolean {
  const list = listSchema.safeParse(json);
  return list.success &&
    list.data.some((entry) => recordOf(entry).owned_by === owner);
}
