import { Fragment } from "preact";
import type { RunWorkspace } from "../../types.ts";

/** How the request was classified, and which objects of other repositories the run may read. */
export function PolicyOf({ run: { policy } }: { run: Pick<RunWorkspace["run"], "policy"> }) {
  if (!policy) return null;
  return (
    <>
      <dt>Policy class</dt>
      <dd title={policy.reason}>{policy.policyClass}</dd>
      {policy.alternates?.map(({ path, real }) => (
        <Fragment key={`${path} ${real}`}>
          <dt>Objects of another repository</dt>
          <dd class="wrap-anywhere">
            <code>{real}</code>
          </dd>
        </Fragment>
      ))}
    </>
  );
}
