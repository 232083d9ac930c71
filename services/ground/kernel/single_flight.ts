/** Runs a piece of work once at a time for each key: later callers wait for the one in progress. */
export function singleFlight<Value>(
  flights: Map<string, Promise<Value>>,
  key: string,
  work: () => Promise<Value>,
): Promise<Value> {
  const known = flights.get(key);
  if (known) return known;
  const flight = work().finally(() => flights.delete(key));
  flights.set(key, flight);
  return flight;
}
