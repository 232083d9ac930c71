/** A variable that does not parse, or a storage directory that cannot be used. The service does not start. */
export class ConfigError extends Error {}

/** Where the value of a variable is looked up. */
export type Environment = (name: string) => string | undefined;

/** A whole number within bounds, or what stands for nothing. Throws `ConfigError`. */
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
    throw new ConfigError(`${name} is "${value}". A whole number from ${least} to ${most} is allowed.`);
  }
  return number;
}

/** 1 or 0, or what stands for nothing. Throws `ConfigError`. */
export function flag(environment: Environment, name: string, fallback: boolean): boolean {
  const value = environment(name);
  if (value === undefined || value === "") return fallback;
  if (value !== "0" && value !== "1") {
    throw new ConfigError(`${name} is "${value}". Only 1 (on) and 0 (off) are allowed.`);
  }
  return value === "1";
}
