import { Badge, type Tone } from "../../kit/badge.tsx";
import type { Approval } from "../model/types.ts";

const TONES: Readonly<Record<Approval["risk"], Tone>> = {
  low: "good",
  medium: "warning",
  high: "bad",
  critical: "bad",
  unknown: "bad",
};

/** How much a checkpoint may do; an unknown risk counts as a high one. */
export const RiskBadge = ({ risk }: { risk: Approval["risk"] }) => (
  <Badge tone={TONES[risk]}>{risk} risk</Badge>
);
