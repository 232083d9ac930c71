import { sha256 } from "../../store/chain.ts";
import type { ConnectorUse } from "../workers/connector_use.ts";

/** Counts the uses of connectors while a worker follows one set of instructions, to tell equal ones apart. */
export class ConnectorUses {
  readonly #begun = new Map<string, number>();

  constructor(readonly scope: readonly unknown[]) {}

  /** The key of a use. One that is begun again after a restart has the same. */
  keyOf({ connector, action, input }: ConnectorUse): string {
    const ordinal = this.#begun.get(nameOf({ connector, action, input })) ?? 0;
    return sha256(JSON.stringify([...this.scope, { connector, action, input, ordinal }]));
  }

  /** Records a use that has begun: the same request again is a new use. */
  begun(use: ConnectorUse): void {
    this.#begun.set(nameOf(use), (this.#begun.get(nameOf(use)) ?? 0) + 1);
  }
}

const nameOf = ({ connector, action, input }: ConnectorUse): string =>
  JSON.stringify([connector, action, input]);
