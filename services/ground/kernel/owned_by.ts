/**
 * Returns a function from an owner to its value, made at the first call: what is remembered for a service ends
 * with it, and no other service of the process sees it.
 */
export function ownedBy<Owner extends object, Value>(make: (owner: Owner) => Value): (owner: Owner) => Value {
  const values = new WeakMap<Owner, { value: Value }>();
  return (owner) => {
    const known = values.get(owner);
    if (known) return known.value;
    const value = make(owner);
    values.set(owner, { value });
    return value;
  };
}
