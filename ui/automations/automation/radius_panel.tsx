import type { ComponentChildren } from "preact";
import { counted } from "../../../client/words.ts";
import { Fact, Panel } from "../../kit/panel.tsx";
import type { Preview } from "../types.ts";

type Radius = NonNullable<Preview["blastRadius"]>;

const DIMENSIONS = [
  ["files", "Files"],
  ["commands", "Commands"],
  ["hosts", "Hosts"],
  ["secrets", "Secrets"],
  ["models", "Models"],
] as const;

/** The permissions of a run of the automation, and an estimate for a month. */
export function RadiusPanel({ preview: { blastRadius, perMonth } }: { preview: Preview }) {
  if (blastRadius === null) return null;
  return (
    <Panel title="What it may touch">
      <dl class="facts">
        {DIMENSIONS.map(([key, name]) => (
          <Fact key={key} name={name}>
            <Reach dimension={blastRadius[key]} />
          </Fact>
        ))}
        <Fact name="A run">{moneyWords(blastRadius.money.perRunUsd)}</Fact>
        <Fact name="30 days">{monthWords(perMonth)}</Fact>
      </dl>
      <p class="hint small">Nothing is written to the repository without your approval.</p>
    </Panel>
  );
}

function Reach({ dimension: { items, basis } }: { dimension: Radius["files"] }): ComponentChildren {
  const open = basis === "unbounded";
  if (items.length === 0) return open ? "cannot be predicted" : "none";
  return (
    <>
      {items.map((item) => <code key={item} class="radius-item">{item}</code>)}
      {open && <span class="hint small">and others that cannot be predicted</span>}
    </>
  );
}

const usd = (amount: number): string => `${amount.toLocaleString("en", { maximumFractionDigits: 2 })} USD`;

const moneyWords = (perRunUsd: number | null): string =>
  perRunUsd === null ? "has no limit" : `at most ${usd(perRunUsd)}`;

const rangeWords = ({ low, high }: { low: number; high: number }): string =>
  low === high ? usd(low) : `${usd(low)} to ${usd(high)}`;

function monthWords(month: Preview["perMonth"]): string {
  const { fires, atLeast, executions, costUsd, unknownCosts, maxCostUsd, boundedBy } = month;
  return [
    ...(fires === null ? ["as often as it is triggered"] : [
      `${atLeast ? "at least " : ""}${counted(fires, "run")}`,
    ]),
    ...(executions === fires || executions === null
      ? []
      : [`up to ${counted(executions, "execution")} of nodes`]),
    ...(costUsd ? [`${rangeWords(costUsd)} expected`] : []),
    ...(unknownCosts.length > 0 ? [`the cost of ${unknownCosts.join(", ")} is unknown`] : []),
    maxCostUsd === null ? "the cost has no limit" : `at most ${usd(maxCostUsd)} by ${boundedBy}`,
  ].join(", ");
}
