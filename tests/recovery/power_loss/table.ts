import type { Checked } from "./trial.ts";
import { MODELS } from "./disk/models.ts";

/** Returns the faults by their class, with the images of each model in which there is one, the most frequent first. */
export function tableOf(checked: readonly Checked[]): string[] {
  const models = MODELS.filter((model) => checked.some((one) => one.model === model));
  const cells = (row: readonly (string | number)[]) => row.map((cell) => String(cell).padStart(9)).join("");
  const count = (fits: (one: Checked) => boolean) =>
    models.map((model) => checked.filter((one) => one.model === model && fits(one)).length);
  const has = (what: string) => ({ faults }: Checked) => faults.all.some((fault) => fault.class === what);
  const classes = [...new Set(checked.flatMap(({ faults }) => faults.all.map((fault) => fault.class)))]
    .map((what) => ({ what, found: checked.filter(has(what)) }))
    .sort((a, b) => b.found.length - a.found.length);
  return [
    `${cells(models)}  images`,
    `${cells(count(() => true))}  in all`,
    `${cells(count(({ faults }) => faults.all.length > 0))}  with a fault`,
    ...classes.map(({ what, found }) =>
      `${cells(count(has(what)))}  ${what} (first: ${found[0]!.model} --image ${found[0]!.image})`
    ),
  ];
}
