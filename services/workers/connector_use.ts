/** An action of a connector that a worker wants to have done. */
export type ConnectorUse = {
  connector: string;
  action: string;
  input: Record<string, unknown>;
  /** Tells two equal uses of one task apart. */
  ordinal: number;
};
