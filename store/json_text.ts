declare const content: unique symbol;

/** The JSON of a value of this type, as a column holds it. */
export type JsonText<T> = string & { readonly [content]?: T };

/** Returns the value of a column, of the type that its row declares. */
export const readJson = <T>(text: JsonText<T>): T => JSON.parse(text);
