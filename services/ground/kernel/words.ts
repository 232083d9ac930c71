export {
  asSentence,
  counted,
  ellipsis,
  firstLine,
  money,
  shortened,
  shownTime,
  spanBetween,
  withArticle,
} from "../../../store/words.ts";

/** Returns a text without the given characters at its end; a pattern with `+$` would look from every place. */
export function withoutEnd(text: string, characters: string): string {
  let end = text.length;
  while (end > 0 && characters.includes(text[end - 1]!)) end--;
  return text.slice(0, end);
}
