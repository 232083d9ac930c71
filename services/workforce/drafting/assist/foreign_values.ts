import type { Path } from "../../../control/workflows/language/issue.ts";
import { type Import, scalarTextOf } from "./import.ts";
import { quotesAt } from "./shell_quotes.ts";
import { isRecord } from "../../../../store/shared/records.ts";

const EXPRESSION = /\$\{\{\s*([\s\S]{1,500}?)\s*\}\}/g;

/** Inputs that stand for what a foreign definition computes; commands get them in their environment. */
export class ForeignValues {
  readonly #names = new Map<string, string>();

  constructor(readonly into: Import) {}

  /** Returns a text whose expressions are inputs, or null if one of them is a secret, which is noted. */
  textWithInputs(path: Path, text: string): string | null {
    if (this.#refused(path, text)) return null;
    return text.replaceAll(EXPRESSION, (_, words: string) => `\${{ inputs.${this.#inputFor(path, words)} }}`);
  }

  /** Returns the command of a step, whose expressions are variables of its environment; null if the step was refused. */
  commandWithVariables(
    step: Path,
    command: string,
  ): { command: string; env: Record<string, string> } | null {
    if (this.#refused(step, command)) return null;
    const path = [...step, "run"];
    const env: Record<string, string> = {};
    const quotes = quotesAt(command, [...command.matchAll(EXPRESSION)].map(({ index }) => index));
    if (quotes.includes("verbatim")) {
      this.into.note(
        step,
        "refused",
        "The command has values in a text in which the shell replaces nothing (<<'EOF'). Leave out its quotes.",
      );
      return null;
    }
    const written = command.replaceAll(EXPRESSION, (_, words: string) => {
      const name = this.#inputFor(path, words);
      const variable = `\${${name.toUpperCase()}}`;
      env[name.toUpperCase()] = `\${{ inputs.${name} }}`;
      // The shell expands no variables in single quotes, so they end before it and begin again after it.
      return quotes.shift() === "single" ? `'"${variable}"'` : variable;
    });
    return { command: written, env };
  }

  /** Returns the variables of an environment that can be converted. */
  environment(path: Path, value: unknown): Record<string, string> {
    if (!isRecord(value)) return {};
    return Object.fromEntries(
      Object.entries(value).flatMap(([name, raw]) => {
        const place = [...path, name];
        if (!/^[A-Za-z_][A-Za-z0-9_]*$/.test(name) || typeof raw === "object") return [];
        const text = this.textWithInputs(place, this.into.text(place, raw, 8_192));
        return text === null ? [] : [[name, text]];
      }),
    );
  }

  /** Returns the schema of the inputs; nothing if there are none. */
  schema(): { inputs?: Record<string, unknown> } {
    if (this.#names.size === 0) return {};
    const properties = Object.fromEntries(
      [...this.#names].map((
        [words, name],
      ) => [name, { type: "string", description: `the value of ${words}` }]),
    );
    return { inputs: { type: "object", required: [...this.#names.values()], properties } };
  }

  #refused(path: Path, text: string): boolean {
    const secret = [...text.matchAll(EXPRESSION)].find(([, words]) =>
      /\bsecrets\b|github\.token/.test(words!)
    );
    const why = secret
      ? `It needs the secret "${secret[1]}". Name it under secrets of the workflow.`
      : text.replaceAll(EXPRESSION, "").includes("${{")
      ? "It contains a value that cannot be read."
      : null;
    if (why !== null) this.into.note(path, "refused", why);
    return why !== null;
  }

  #inputFor(path: Path, words: string): string {
    const known = this.#names.get(words);
    const name = known ?? this.into.id(`value_${scalarTextOf(words)}`);
    this.#names.set(words, name);
    this.into.note(path, "changed", `The value of ${words.slice(0, 200)} is the input "${name}".`);
    return name;
  }
}
