/** A connector action that a worker requests. */
export type ConnectorUse = {
  connector: string;
  action: string;
  input: Record<string, unknown>;
  /** Distinguishes two equal uses in one task. */
  ordinal: number;
};
