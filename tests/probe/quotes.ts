import { INTERFACE, keyOf } from "../checks/interface.ts";
import { GENERAL } from "./general_answers.ts";
import type { Page, Quote } from "./promise.ts";
import { promisesOf } from "./table.ts";

/** The sentences that promises quote, by the page. */
export function quotedSentences(): Record<Page, string[]> {
  const quotes: Quote[] = [...INTERFACE.map(keyOf).flatMap(promisesOf), ...Object.values(GENERAL)];
  const of = (page: Page) =>
    [...new Set(quotes.filter((each) => each.page === page).map(({ says }) => says))].sort();
  return {
    interface: of("interface"),
    semantics: of("semantics"),
    workflows: of("workflows"),
    planner: of("planner"),
    connectors: of("connectors"),
  };
}

/** The text of a page with every run of white space as one space: its lines are broken anywhere. */
export const flat = (text: string): string => text.replaceAll(/\s+/g, " ");
