/** The name of a model and its provider. */
export type ModelName = { provider: string; model: string };
