import type { Result } from "../../routes/endpoint.ts";
import type { Api } from "../../routes/mod.ts";
import { oneLine } from "../terminal/neutralise.ts";
import { paint } from "../terminal/paint.ts";

/** A provider that can be connected. */
export type FoundProvider = Result<Api["POST /providers/find"]>["found"][number];

const STATES: Readonly<Record<Exclude<FoundProvider["state"], "absent">, string>> = {
  ready: paint.green("ready"),
  needs_key: paint.yellow("needs a key"),
  needs_server: paint.yellow("needs a model server"),
  not_ready: paint.yellow("not ready"),
};

/** Returns what is available, or would be with a key. */
export const present = (found: readonly FoundProvider[]): FoundProvider[] =>
  found.filter(({ state }) => state !== "absent");

/** Returns one numbered line for each that is available, and one line for all others. */
export function listFound(found: readonly FoundProvider[]): string[] {
  const absent = found.filter(({ state }) => state === "absent").map(({ label }) => label);
  return [
    ...present(found).map((one, index) => `${String(index + 1).padStart(3)}  ${lineOf(one)}`),
    ...(absent.length > 0 ? [paint.dim(`     Not found here: ${oneLine(absent.join(", "))}`)] : []),
  ];
}

/** Of an agent whose configuration names a server, everything that connecting it takes is in the detail. */
function lineOf({ label, id, state, detail, models, lacks }: FoundProvider): string {
  const what = models.length > 0 && state === "ready" ? models.slice(0, 3).join(", ") : detail;
  const shown = state === "absent" ? "" : lacks?.baseUrl ? paint.green("configured") : STATES[state];
  return `${paint.bold(oneLine(label))} ${paint.dim(oneLine(id))}  ${shown}  ${oneLine(what)}`;
}
