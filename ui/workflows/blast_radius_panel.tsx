import { Copy } from "../kit/text/code.tsx";
import { Fact } from "../kit/panel.tsx";
import type { BlastRadius } from "./types.ts";

type Named = "files" | "commands" | "hosts" | "secrets" | "classes" | "models";

const DIMENSIONS: readonly [Named, string, string][] = [
  ["files", "Files", "files"],
  ["commands", "Commands", "commands"],
  ["hosts", "Hosts", "hosts"],
  ["secrets", "Secrets", "secrets"],
  ["classes", "Policy classes", "policy classes"],
  ["models", "Models", "models"],
];

/** The permissions of a workflow: what it names, what cannot be predicted in one sentence, and which of it needs no approval. */
export function BlastRadiusPanel({ radius }: { radius: BlastRadius }) {
  const { money, approvals } = radius;
  const open = DIMENSIONS.filter(([name]) => radius[name].basis === "unbounded");
  const nodes = [...new Set(open.flatMap(([name]) => radius[name].from))];
  return (
    <>
      {open.length > 0 && (
        <p class="small wrap-anywhere">
          {nodes.length > 0 ? <>What {nodes.join(", ")} may do</> : "What it may do"}{" "}
          beyond this cannot be predicted:{" "}
          {open.map(([, , word]) => word).join(", ")}. The sandbox, and the review of the result, limit that.
        </p>
      )}
      <dl class="facts">
        {DIMENSIONS.map(([name, label]) => (
          <Fact key={name} name={label}>
            {radius[name].items.length > 0
              ? <span class="wrap-anywhere">{radius[name].items.join(", ")}</span>
              : radius[name].basis === "unbounded"
              ? "cannot be predicted"
              : radius[name].basis !== "observed" && "none"}
            {radius[name].basis === "observed" && (
              <span class="hint">
                {radius[name].items.length === 0 && "None."}{" "}
                This is what the commands changed in the last runs.
              </span>
            )}
          </Fact>
        ))}
        <Fact name="Cost">
          {money.perRunUsd !== null
            ? `at most $${money.perRunUsd} a run`
            : money.unknown.length > 0 && `no limit: ${money.unknown.join(", ")} may call models`}
        </Fact>
        <Fact name="Asks before">{approvals.nodes.join(", ") || "nothing"}</Fact>
        <Fact name="Does without asking">{approvals.withoutApproval.join(", ") || "nothing"}</Fact>
        <Fact name="Digest">
          <Copy text={radius.digest} what="the digest" />
        </Fact>
      </dl>
    </>
  );
}
