import { limitFault } from "./limits.ts";
import { type Check, freshRequest, performApproved, type Proof, timesHappened } from "./proof_bench.ts";

/** Proof 5: above a limit, neither the service nor the connector itself does it. */
export const limited: Proof = {
  id: "limited",
  title: "Above a limit it is refused before the call",
  prove: async (bench, action) => {
    const { declaration } = bench.connector;
    const { perAction, perDay } = declaration.limits;
    const checks: Check[] = [
      {
        what: "the service refuses more than the limit per action",
        holds: limitFault(declaration, perAction + 1, 0) !== null,
      },
      {
        what: "the service refuses more than the limit per day",
        holds: limitFault(declaration, Math.min(1, perAction), perDay) !== null,
      },
    ];
    if (action.amount === undefined) return checks;
    const request = freshRequest(bench, action, { ...action.example, [action.amount]: perAction + 1 });
    const { status } = await performApproved(bench, request);
    const holds = status === "refused" && await timesHappened(bench, request) === 0;
    return [...checks, { what: "the connector itself refuses it, even if approved", holds }];
  },
};
