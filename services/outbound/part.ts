import type { Core } from "../kernel/context.ts";
import { part } from "../kernel/part.ts";
import { resolveWithSystem } from "../network/decide.ts";
import type { Network } from "./exchange.ts";

/** What a verb needs that makes requests to addresses which somebody else named. */
export type OutboundLive = { outbound: Network };

/** The network of this machine; `network` replaces how it resolves names and whose certificates it trusts. */
export const outbound = part({
  name: "outbound",
  open: (
    { port, now }: Core,
    { network }: { network?: Partial<Pick<Network, "resolve" | "authorities">> },
  ): Network => ({
    servicePort: port,
    now,
    resolve: resolveWithSystem,
    authorities: [],
    ...network,
  }),
});
