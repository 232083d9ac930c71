import { useLocation } from "preact-iso/router";
import { useFrame } from "./frame.ts";

/** Returns the query of the address, and a function that changes it: null removes a parameter. Adds no history entry. */
export function useQuery(): [
  Readonly<Record<string, string>>,
  (change: Record<string, string | null>) => void,
] {
  const { path, query } = useLocation();
  const { navigate } = useFrame();
  return [query, (change) => {
    const next = new URLSearchParams(location.search);
    for (const [name, value] of Object.entries(change)) {
      if (value === null || value === "") next.delete(name);
      else next.set(name, value);
    }
    navigate(next.size > 0 ? `${path}?${next}` : path, { replace: true });
  }];
}

/**
 * Returns the parameter of the address that is one of the values of `options`, and a function that changes it. An address
 * without it means `initial`.
 */
export function useChoice<Value extends string>(
  name: string,
  options: readonly { value: Value }[],
  initial: NoInfer<Value>,
): [Value, (next: Value) => void] {
  const [query, setQuery] = useQuery();
  const chosen = options.find(({ value }) => value === query[name])?.value ?? initial;
  return [chosen, (next) => setQuery({ [name]: next === initial ? null : next })];
}
