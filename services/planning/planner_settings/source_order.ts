/**
 * Returns the order of sources after a request: new ones come last, and several known ones that the request names take their places
 * in its order.
 */
export function orderWith(
  known: readonly string[],
  sources: readonly { id: string; remove?: boolean | undefined }[],
): string[] {
  const kept = sources.filter(({ remove }) => !remove).map(({ id }) => id);
  const removed = new Set(sources.filter(({ remove }) => remove).map(({ id }) => id));
  const named = kept.filter((id) => known.includes(id));
  const places = new Set(named);
  const left = named.values();
  return [
    ...known.filter((id) => !removed.has(id)).map((id) => places.has(id) ? left.next().value! : id),
    ...kept.filter((id) => !known.includes(id)),
  ];
}
