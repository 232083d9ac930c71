/** Which model, of which provider. */
export type ModelName = { provider: string; model: string };
