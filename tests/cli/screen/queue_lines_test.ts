import assert from "node:assert/strict";
import { queueLines } from "../../../commands/screen/queue_lines.ts";
import { unpainted } from "../../../commands/terminal/paint.ts";
import { width } from "../../../commands/terminal/width.ts";
import { sampleRow, sampleScreen } from "./sample.ts";

/** The rows of a queue on a terminal of so many columns, without the titles of its parts. */
function shownRows(columns: number, ...rows: ReturnType<typeof sampleRow>[]): string[] {
  const screen = sampleScreen({ columns });
  screen.list(...rows);
  return queueLines(screen.state()).filter((line) => line.includes("#") || line.includes("●")).map(unpainted);
}

const LONG = "parse durations such as 1h30m in every place that reads one from the settings";

Deno.test("each row of the queue names its repository, in one column, on a narrow terminal and a wide one", () => {
  const rows = [
    sampleRow("a", { title: "upgrade zod", repository: "sums" }),
    sampleRow("b", { title: LONG, repository: "a-repository-with-quite-a-name" }),
    sampleRow("c", { title: "名前を変える".repeat(10), repository: "家" }),
    sampleRow("d", { title: "enable a connector", repository: null, number: null }),
  ];
  assert.deepEqual(shownRows(80, ...rows), [
    "❯ ● #1    upgrade zod                                      sums",
    "  ● #1    parse durations such as 1h30m in every place th… a-repository-with-…",
    "  ● #1    名前を変える名前を変える名前を変える名前を変え…  家",
    "  ●       enable a connector",
  ]);
  for (const columns of [40, 90, 120, 200]) {
    const shown = shownRows(columns, ...rows);
    const room = columns < 90 ? columns - 2 : Math.min(56, Math.floor(columns * 0.4)) - 2;
    assert.ok(shown.every((line) => width(line) <= room), `${columns}`);
    assert.match(shown[0]!, / sums$/);
    const place = (line: string, name: string) => width(line.slice(0, line.lastIndexOf(name)));
    assert.equal(place(shown[1]!, " a-repo"), place(shown[0]!, " sums"));
    assert.equal(place(shown[2]!, " 家"), place(shown[0]!, " sums"));
  }
});

Deno.test("a queue without repositories leaves its lines to the titles", () => {
  const [line] = shownRows(80, sampleRow("d", { title: LONG, repository: null }));
  assert.equal(line, `❯ ● #1    ${LONG.slice(0, 67)}…`);
});
