/** Whether a model that is known is the wanted one: a tag that is left out is the usual one. */
export const sameModel = (known: string, wanted: string): boolean =>
  known === wanted || known === `${wanted}:latest`;
