import { EFFECT_KINDS, type EffectKind } from "../../../services/ground/effects/kinds.ts";
import { RETRIES, type Retries } from "../../../services/ground/effects/retries.ts";

const REPEATED = {
  found: "if it is not there",
  keyed: "with the same key",
  local: "from the start",
  person: "never",
} as const;

/** Every kind of effect: whether it is attempted again after an interruption, why, and when after a failure. */
export function effectsTable(): string {
  const rows = Object.entries(EFFECT_KINDS).map(([kind, { title, repeat, because }]) =>
    `| ${title} | ${REPEATED[repeat]} | ${because} | ${waitsOf(kind as EffectKind)} |`
  );
  return [
    "| effect | repeated after an interruption | why | retries after a failure |",
    "|---|---|---|---|",
    ...rows,
  ].join("\n");
}

function waitsOf(kind: EffectKind): string {
  const retries = (RETRIES as Partial<Record<EffectKind, Retries>>)[kind];
  if (!retries) return "none";
  const { waits, afterLast, within } = retries;
  const listed = waits.map(shown).join(", ");
  const last = afterLast === "again" && waits.length > 1 ? ", then the same again" : "";
  const every = afterLast === "again" && waits.length === 1 ? "every " : "after ";
  return `${every}${listed}${last}${within === undefined ? "" : `, for ${shown(within)}`}`;
}

function shown(milliseconds: number): string {
  const seconds = milliseconds / 1000;
  if (seconds < 60) return `${seconds} s`;
  return seconds < 3600 ? `${seconds / 60} min` : `${seconds / 3600} h`;
}
