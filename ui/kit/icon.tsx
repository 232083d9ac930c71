const PATHS = {
  search: "M11 11l3.5 3.5M12.5 7a5.5 5.5 0 1 1-11 0 5.5 5.5 0 0 1 11 0z",
  check: "M3 8.5l3.2 3.2L13 5",
  cross: "M4 4l8 8M12 4l-8 8",
  play: "M5 3.5v9l7.5-4.5z",
  pause: "M5.5 3.5v9M10.5 3.5v9",
  stop: "M4.5 4.5h7v7h-7z",
  retry: "M13.5 8a5.5 5.5 0 1 1-1.6-3.9M13.5 2v3h-3",
  copy: "M6 6h7.5v7.5H6zM3.5 10H2.5V2.5H10v1",
  chevron: "M4 6l4 4 4-4",
  more: "M3.5 8h.01M8 8h.01M12.5 8h.01",
  menu: "M2.5 4.5h11M2.5 8h11M2.5 11.5h11",
  folder: "M2 4.5h4l1.5 1.5H14v7H2z",
  up: "M8 12.5v-9M4 7l4-4 4 4",
  download: "M8 2.5v8M4.5 7.5L8 11l3.5-3.5M3 13.5h10",
  branch: "M5 3.5v9M5 10c0-3 6-1.5 6-5M11 5a1 1 0 1 0 0-2 1 1 0 0 0 0 2z",
  theme: "M8 2.5v11a5.5 5.5 0 0 0 0-11zM13.5 8a5.5 5.5 0 1 1-11 0 5.5 5.5 0 0 1 11 0z",
  keyboard: "M1.5 4.5h13v7h-13zM4 7h.01M6.5 7h.01M9 7h.01M11.5 7h.01M5 9.5h6",
} as const;

/** The name of an icon. */
type IconName = keyof typeof PATHS;

/** A small icon, hidden from screen readers: it needs a word beside it, or a label. */
export function Icon({ name }: { name: IconName }) {
  return (
    <svg class="icon" viewBox="0 0 16 16" aria-hidden="true" focusable="false">
      <path d={PATHS[name]} />
    </svg>
  );
}
