import { Badge, type Tone } from "../../kit/badge.tsx";
import type { Approval } from "../model/types.ts";

const TONES: Readonly<Record<Approval["risk"], Tone>> = {
  low: "good",
  medium: "warning",
  high: "bad",
  critical: "bad",
  unknown: "bad",
};

/** The risk of a checkpoint; an unknown risk is shown as high. */
export const RiskBadge = ({ risk }: { risk: Approval["risk"] }) => (
  <Badge tone={TONES[risk]}>{risk} risk</Badge>
);
