import type { ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";

/** One column of a table. */
export type Column<Item> = {
  /** The words of its head, or a control that is there instead. */
  head: ComponentChildren;
  cell: (item: Item) => ComponentChildren;
  /** Aligned as numbers are, head and cells. */
  number?: boolean;
  /** The class of its cells. */
  class?: string;
  /** The class of its head. */
  headClass?: string;
  /** Its cells name their rows. */
  names?: boolean;
  /** What a cell says when it is pointed at. */
  title?: (item: Item) => string;
};

type Props<Item> = {
  /** What the table lists: with it a screen reader finds the table, and the keyboard can scroll it. */
  label?: string;
  columns: readonly Column<Item>[];
  items: readonly Item[];
  /** The class of the part that scrolls, such as `panel`. */
  class?: string;
  tableClass?: string;
  /** On a narrow screen each row is a block, with the head of a cell before it. */
  stacks?: boolean;
  /** Whether the keyboard is on a row, which is then kept in view. */
  isCurrent?: (item: Item, index: number) => boolean;
};

/** A table of items with a column for each of their facts. It scrolls sideways where it is wider than its place. */
export function Table<Item extends { id: string }>(
  { label, columns, items, class: place, tableClass, stacks, isCurrent = () => false }: Props<Item>,
) {
  return (
    <div
      class={classes(place, "table-scroller")}
      {...(label && { tabIndex: 0, role: "region", "aria-label": label })}
    >
      <table class={classes("table", stacks && "table-stacks", tableClass)}>
        <thead>
          <tr>
            {columns.map(({ head, number, headClass }, i) => (
              <th key={i} scope="col" class={classes(number && "number", headClass)}>{head}</th>
            ))}
          </tr>
        </thead>
        <tbody>
          {items.map((item, i) => (
            <Row key={item.id} item={item} columns={columns} current={isCurrent(item, i)} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Row<Item>({ item, columns, current }: {
  item: Item;
  columns: readonly Column<Item>[];
  current: boolean;
}) {
  const row = useRef<HTMLTableRowElement>(null);
  useEffect(() => {
    if (current) row.current?.scrollIntoView({ block: "nearest" });
  }, [current]);
  return (
    <tr ref={row} class={current ? "is-current" : undefined} aria-current={current ? "true" : undefined}>
      {columns.map(({ head, cell, number, names, title, class: own }, i) => {
        const shared = {
          class: classes(number && "number", own),
          title: title?.(item),
          "data-head": typeof head === "string" ? head : undefined,
        };
        return names
          ? <th key={i} scope="row" {...shared}>{cell(item)}</th>
          : <td key={i} {...shared}>{cell(item)}</td>;
      })}
    </tr>
  );
}

const classes = (...names: readonly (string | false | undefined)[]): string | undefined =>
  names.filter(Boolean).join(" ") || undefined;
