/**
 * Returns text by others, marked so that a model can distinguish it from instructions. The mark is random for each use, so the
 * text cannot contain it.
 */
export function material(mark: string, name: string, text: string): string {
  return `<material-${mark} name=${JSON.stringify(name)}>\n${text.trimEnd()}\n</material-${mark}>`;
}

/** Returns a mark that no text can predict. */
export const newMark = (): string => crypto.randomUUID().slice(0, 8);
