import type { TranscriptEntry } from "./store.ts";

type Usage = NonNullable<TranscriptEntry["usage"]>;

/** An entry of a transcript, with its tokens and costs. */
export type CostedEntry = { entry: TranscriptEntry; usage: Usage | null };

/** Returns the entries as rows: usage belongs to the row of the entry that caused it. */
export function rowsOf(entries: readonly TranscriptEntry[]): CostedEntry[] {
  const rows: CostedEntry[] = [];
  for (const entry of entries) {
    const last = rows.at(-1);
    if (entry.kind !== "usage") rows.push({ entry, usage: null });
    else if (last && last.usage === null) last.usage = entry.usage!;
    else rows.push({ entry, usage: entry.usage! });
  }
  return rows;
}

/** Returns the usage in a few characters: "1,278 → 26 · $0.0012". */
export function spent({ inputTokens, outputTokens, costUsd }: Usage): string {
  const tokens = `${count(inputTokens)} → ${count(outputTokens)}`;
  return costUsd === null ? tokens : `${tokens} · $${Number(costUsd.toPrecision(2))}`;
}

const count = (tokens: number | null): string => tokens === null ? "?" : tokens.toLocaleString("en");
