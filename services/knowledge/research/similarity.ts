const RUN = 3;

/** Returns the similarity of two texts, from 0 to 1: the share of three-word sequences that both have. */
export function similarityOf(one: string, other: string): number {
  const [a, b] = [runsOf(one), runsOf(other)];
  const all = a.union(b).size;
  return all === 0 ? 1 : Math.round((a.intersection(b).size / all) * 1000) / 1000;
}

function runsOf(text: string): Set<string> {
  const words = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  const last = Math.max(1, words.length - RUN + 1);
  return new Set(
    Array.from({ length: words.length === 0 ? 0 : last }, (_, i) => words.slice(i, i + RUN).join(" ")),
  );
}
