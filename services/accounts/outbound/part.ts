import type { Core } from "../../ground/kernel/context.ts";
import { part } from "../../ground/kernel/part.ts";
import { resolveWithSystem } from "../../machine/network/decide.ts";
import type { Network } from "./exchange.ts";
import { sendPinned } from "./pinned.ts";

/** What a verb needs for requests to addresses from elsewhere. */
export type OutboundLive = { outbound: Network };

/** The network of this machine; `network` replaces its name resolution, trusted certificates and connections. */
export const outbound = part({
  name: "outbound",
  open: (
    { port, now }: Core,
    { network }: { network?: Partial<Pick<Network, "resolve" | "authorities" | "send" | "mail">> },
  ): Network => ({
    servicePort: port,
    now,
    resolve: resolveWithSystem,
    authorities: [],
    send: sendPinned,
    ...network,
  }),
});
