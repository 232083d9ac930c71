import { Box } from "ink";
import { createElement, type ReactNode } from "./element.ts";
import { Lines } from "./text.ts";

/** The properties of a pane: its size inside the frame, its title, and whether it has the focus. */
type Props = {
  columns: number;
  rows: number;
  title: string;
  active: boolean;
  colour: boolean;
  children?: ReactNode;
};

/** A frame with a title, drawn double where the keys go to it, so that it is seen without colour, too. */
export const Pane = ({ columns, rows, title, active, colour, children }: Props) =>
  createElement(
    Box,
    {
      flexDirection: "column",
      width: columns + 2,
      height: rows + 3,
      borderStyle: active ? "bold" : "round",
      overflow: "hidden",
    },
    createElement(Lines, { lines: [title], colour }),
    children,
  );
