import type { RoutingPolicy, Work } from "./types.ts";

/**
 * Returns the policies that apply to the work, in order of precedence: highest priority, then most specific, then
 * oldest.
 */
export const matchingPolicies = (policies: readonly RoutingPolicy[], work: Work): RoutingPolicy[] =>
  policies.filter(({ match }) => applies(match, work)).toSorted((a, b) =>
    b.priority - a.priority || specificity(b) - specificity(a) || (a.id < b.id ? -1 : a.id > b.id ? 1 : 0)
  );

const FIELDS = ["role", "taskClass", "workflowTemplateId"] as const;

/** A field that the policy leaves open matches everything. */
const applies = (match: Work, work: Work): boolean =>
  FIELDS.every((field) => match[field] === undefined || match[field] === work[field]);

const specificity = ({ match }: RoutingPolicy): number =>
  FIELDS.filter((field) => match[field] !== undefined).length;
