/**
 * Text that others wrote, marked so that a model can tell it from instructions. The mark is drawn for each use, so that
 * nothing in the text can end it early.
 */
export function material(mark: string, name: string, text: string): string {
  return `<material-${mark} name=${JSON.stringify(name)}>\n${text.trimEnd()}\n</material-${mark}>`;
}

/** A mark that no text can know beforehand. */
export const newMark = (): string => crypto.randomUUID().slice(0, 8);
