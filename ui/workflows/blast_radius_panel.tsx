import { Badge } from "../kit/badge.tsx";
import { Copy } from "../kit/code.tsx";
import { Fact, Panel } from "../kit/panel.tsx";
import type { Workflow } from "./types.ts";

type Radius = Workflow["blastRadius"];

const DIMENSIONS: readonly [
  keyof Radius & ("files" | "commands" | "hosts" | "secrets" | "models"),
  string,
][] = [
  ["files", "Files"],
  ["commands", "Commands"],
  ["hosts", "Hosts"],
  ["secrets", "Secrets"],
  ["models", "Models"],
];

/** What a workflow may touch, and what no approval stands before. */
export function BlastRadiusPanel({ radius }: { radius: Radius }) {
  const { money, approvals } = radius;
  return (
    <Panel title="What it may touch">
      <dl class="facts">
        {DIMENSIONS.map(([name, label]) => {
          const { items, basis, from } = radius[name];
          return (
            <Fact key={name} name={label}>
              <span class="wrap-anywhere">{items.join(", ") || "none that are declared"}</span>
              {basis === "unbounded" && (
                <>
                  {" "}
                  <Badge tone="warning" title={`Because of ${from.join(", ")}`}>unbounded</Badge>
                </>
              )}
            </Fact>
          );
        })}
        <Fact name="Money for a run">
          {money.perRunUsd === null
            ? <Badge tone="warning" title={money.unknown.join(", ")}>unbounded</Badge>
            : `at most $${money.perRunUsd}`}, in at most {money.executions} executions
        </Fact>
        <Fact name="Without an approval before">
          {approvals.withoutApproval.length > 0 ? approvals.withoutApproval.join(", ") : "nothing"}
        </Fact>
        <Fact name="Digest">
          <Copy text={radius.digest} what="the digest" />
        </Fact>
      </dl>
    </Panel>
  );
}
