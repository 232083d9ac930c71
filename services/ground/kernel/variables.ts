/** An invalid variable, or a storage directory that cannot be used. The service does not start. */
export class ConfigError extends Error {}

/** Looks up the value of a variable. */
export type Environment = (name: string) => string | undefined;

/** Returns a whole number within bounds, or the default. Throws `ConfigError`. */
export function wholeNumber(
  environment: Environment,
  name: string,
  fallback: number,
  least: number,
  most: number,
): number {
  const value = environment(name);
  if (value === undefined || value === "") return fallback;
  const number = Number(value);
  if (!/^\d+$/.test(value) || number < least || number > most) {
    throw new ConfigError(`${name} is "${value}". Use a whole number from ${least} to ${most}.`);
  }
  return number;
}

/** Returns 1 or 0 as a boolean, or the default. Throws `ConfigError`. */
export function flag(environment: Environment, name: string, fallback: boolean): boolean {
  const value = environment(name);
  if (value === undefined || value === "") return fallback;
  if (value !== "0" && value !== "1") {
    throw new ConfigError(`${name} is "${value}". Use 1 (on) or 0 (off).`);
  }
  return value === "1";
}
