/**
 * The names under which a boundary is counted: its own, with `*` for what differs from run to run, and that of its kind,
 * such as `apply:*`.
 */
export function pointsOf(boundary: string): [exact: string, kind: string] {
  const exact = boundary.replace(/\btask_[0-9a-z]{20,}/g, "*");
  return [exact, `${exact.split(":")[0]}:*`];
}
