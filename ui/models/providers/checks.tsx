import { useSignal } from "@preact/signals";
import { counted } from "../../../client/words.ts";
import { useResource } from "../../shell/mod.ts";
import type { ProviderHealth } from "../common/types.ts";
import { History } from "./history.tsx";
import { HealthStrip } from "./strip.tsx";

/** The number of checks in the drawing. */
const MAX_CHECKS = 90;

/** The newest checks of a provider, as a drawing and as a list. */
export function Checks({ provider: { id, label, failuresInARow } }: { provider: ProviderHealth }) {
  // A removed provider has no history; its panel disappears with the list.
  const history = useResource(
    ({ call }) =>
      call("GET /providers/:provider/health-history", {
        params: { provider: id },
        query: { limit: MAX_CHECKS },
      }),
    ({ subject, type }) => subject === `provider/${id}` && type !== "provider.removed",
    id,
  );
  const open = useSignal(false);
  const checks = history.value.value;
  return (
    <>
      {checks && <HealthStrip provider={label} checks={checks} />}
      <details class="small" onToggle={(event) => open.value = event.currentTarget.open}>
        <summary>History{failuresInARow > 0 && `, ${counted(failuresInARow, "failure")} in a row`}</summary>
        {history.problem.value && <p role="alert">{history.problem.value}</p>}
        {open.value && checks && <History provider={id} checks={checks} />}
      </details>
    </>
  );
}
