import type { Environment } from "@marcbachmann/cel-js";

const OPERATORS: Readonly<Record<string, (a: number, b: number) => number>> = {
  "+": (a, b) => a + b,
  "-": (a, b) => a - b,
  "*": (a, b) => a * b,
  "/": (a, b) => a / b,
};

/**
 * Lets an expression compute with an int and a double, which gives a double. JSON has one kind of number, and whether one is
 * whole must not decide whether an expression has a value.
 */
export function mixNumbers(environment: Environment): void {
  for (const [operator, compute] of Object.entries(OPERATORS)) {
    const mixed = (a: unknown, b: unknown) => compute(Number(a), Number(b));
    environment.registerOperator(`int ${operator} double: double`, mixed);
    environment.registerOperator(`double ${operator} int: double`, mixed);
  }
  // The other order is registered with it.
  environment.registerOperator("int == double: bool", isEqual);
}

/** A comparison of both kinds is exact in JavaScript, unlike the conversion of one. */
const isEqual = (a: unknown, b: unknown): boolean =>
  (a as number) <= (b as number) && (a as number) >= (b as number);
