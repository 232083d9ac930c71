/** Returns whether a known model is the wanted one: a missing tag is the default one. */
export const sameModel = (known: string, named: string): boolean =>
  known === named || known === `${named}:latest`;
