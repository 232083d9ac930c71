/** A part of a recipe does not follow the grammar; the message says what was expected. */
export class NotUnderstood extends Error {
  override readonly name = "NotUnderstood";
}
