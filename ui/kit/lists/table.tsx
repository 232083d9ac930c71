import type { ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";

/** A column of a table. */
export type Column<Item> = {
  /** The heading, or a control in its place. */
  head: ComponentChildren;
  cell: (item: Item) => ComponentChildren;
  /** Aligned as numbers, heading and cells. */
  number?: boolean;
  /** The class of its cells. */
  class?: string;
  /** The class of its heading. */
  headClass?: string;
  /** Whether its cells are the row headers. */
  names?: boolean;
  /** The tooltip of a cell. */
  title?: (item: Item) => string;
};

type Props<Item> = {
  /** The accessible name. With it, the table is a region that the keyboard can scroll. */
  label?: string;
  columns: readonly Column<Item>[];
  items: readonly Item[];
  /** The class of the part that scrolls, such as `panel`. */
  class?: string;
  tableClass?: string;
  /** On a narrow screen, each row is a block, with the heading before each cell; false for another layout. */
  stacks?: boolean;
  /** Reports whether a row is the current one, which is scrolled into view. */
  isCurrent?: (item: Item, index: number) => boolean;
};

/** A table of items. On a narrow screen its rows are blocks; elsewhere it scrolls sideways if it is wider than its container. */
export function Table<Item extends { id: string }>(
  { label, columns, items, class: place, tableClass, stacks = true, isCurrent = () => false }: Props<Item>,
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
