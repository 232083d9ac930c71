import { Badge } from "../kit/badge.tsx";
import { Copy } from "../kit/text/code.tsx";
import { Fact } from "../kit/panel.tsx";
import type { BlastRadius } from "./types.ts";

type Named = "files" | "commands" | "hosts" | "secrets" | "classes" | "models";

const DIMENSIONS: readonly [Named, string][] = [
  ["files", "Files"],
  ["commands", "Commands"],
  ["hosts", "Hosts"],
  ["secrets", "Secrets"],
  ["classes", "Policy classes"],
  ["models", "Models"],
];

/** The permissions of a workflow, and which of them need no approval. */
export function BlastRadiusPanel({ radius }: { radius: BlastRadius }) {
  const { money, approvals } = radius;
  return (
    <dl class="facts">
      {DIMENSIONS.map(([name, label]) => {
        const { items, basis, from } = radius[name];
        return (
          <Fact key={name} name={label}>
            <span class="wrap-anywhere">{items.join(", ") || "none declared"}</span>{" "}
            <Basis basis={basis} from={from} />
          </Fact>
        );
      })}
      <Fact name="Cost limit per run">
        {money.perRunUsd === null
          ? <Basis basis="unbounded" from={money.unknown} />
          : `at most $${money.perRunUsd}`}
        , in at most {money.executions} executions
      </Fact>
      <Fact name="Approvals within">{approvals.nodes.join(", ") || "none"}</Fact>
      <Fact name="Without an approval before">{approvals.withoutApproval.join(", ") || "nothing"}</Fact>
      <Fact name="Digest">
        <Copy text={radius.digest} what="the digest" />
      </Fact>
    </dl>
  );
}

const Basis = ({ basis, from }: { basis: string; from: readonly string[] }) =>
  basis === "declared" ? <Badge>declared</Badge> : (
    <>
      <Badge tone="warning">{basis}</Badge>{" "}
      {from.length > 0 && <span class="hint small wrap-anywhere">because of {from.join(", ")}</span>}
    </>
  );
