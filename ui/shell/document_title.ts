import { effect, type ReadonlySignal, signal } from "@preact/signals";

/** The title of the current page. */
export const documentTitle = signal("agent-harness");

/** Keeps the title and icon of the browser's tab up to date, with the number of pending items. */
export function nameTheTab(needs: ReadonlySignal<number>): () => void {
  const icon = document.querySelector<HTMLLinkElement>('link[rel="icon"]');
  const plain = icon?.href ?? "";
  return effect(() => {
    const waiting = needs.value;
    document.title = `${waiting > 0 ? `(${waiting}) ` : ""}${documentTitle.value} · agent-harness`;
    if (icon) icon.href = waiting > 0 ? badgeIcon(waiting) : plain;
  });
}

const SIZE = 64;

/** Returns the icon of the tab with a number in it. */
function badgeIcon(count: number): string {
  const canvas = document.createElement("canvas");
  canvas.width = canvas.height = SIZE;
  const paint = canvas.getContext("2d");
  if (!paint) return "";
  paint.fillStyle = "#1d53d0";
  paint.beginPath();
  paint.roundRect(0, 0, SIZE, SIZE, 14);
  paint.fill();
  paint.fillStyle = "#ffffff";
  paint.font = `bold ${count > 9 ? 38 : 46}px system-ui, sans-serif`;
  paint.textAlign = "center";
  paint.textBaseline = "middle";
  paint.fillText(count > 99 ? "99" : String(count), SIZE / 2, SIZE / 2 + 3);
  return canvas.toDataURL("image/png");
}
