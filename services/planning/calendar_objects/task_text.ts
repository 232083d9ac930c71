import type { Due, TaskFields } from "../../../store/planner/task.ts";
import { wallOf, wallSeconds } from "../icalendar/wall.ts";
import type { Zones } from "../icalendar/zones.ts";
import { refuseChange, touch } from "./change.ts";
import { escapeText, readLine } from "../icalendar/line.ts";
import {
  type Component,
  isComponent,
  linesNamed,
  readObject,
  setLines,
  writeObject,
  zonesIn,
} from "./object_text.ts";
import { type Form, formOf, isRepeated, timeLine, wallOfInput } from "../icalendar/time_text.ts";

/** The new values of a task's fields. */
type TaskValues = Partial<TaskFields>;

/** Writes fields of a task into the text of its object; everything else stays byte for byte. Throws `InvalidError`. */
export function writeTask(text: string, values: TaskValues, now: Date): string {
  const object = readObject(text);
  const tasks = object.children.filter(isComponent).filter(({ name }) => name === "VTODO");
  const [task] = tasks;
  if (!task || tasks.length > 1) return refuseChange("The object of the task contains more than one task.");
  const zones = zonesIn(object);
  if (values.title !== undefined) setLines(task, "SUMMARY", [`SUMMARY:${escapeText(values.title)}`]);
  if (values.content !== undefined) {
    setLines(task, "DESCRIPTION", values.content ? [`DESCRIPTION:${escapeText(values.content)}`] : []);
  }
  if (values.priority !== undefined) {
    setLines(task, "PRIORITY", values.priority > 0 ? [`PRIORITY:${values.priority}`] : []);
  }
  if (values.tags !== undefined) {
    const tags = values.tags.map(escapeText).join(",");
    setLines(task, "CATEGORIES", tags === "" ? [] : [`CATEGORIES:${tags}`]);
  }
  if (values.rrule !== undefined) setLines(task, "RRULE", values.rrule ? [`RRULE:${values.rrule}`] : []);
  if (values.progress !== undefined) {
    setLines(task, "PERCENT-COMPLETE", [`PERCENT-COMPLETE:${values.progress}`]);
  }
  if (values.state !== undefined) setState(task, values);
  if (values.due !== undefined) setDue(task, values.due, zones);
  if (values.deferUntil !== undefined) setStart(task, values.deferUntil, zones);
  requireOneKind(task);
  touch(task, now, values.due !== undefined || values.rrule !== undefined);
  return writeObject(object);
}

function setState(task: Component, { state, completedAt }: TaskValues): void {
  const done = state === "done";
  setLines(task, "STATUS", [
    `STATUS:${done ? "COMPLETED" : state === "archived" ? "CANCELLED" : "NEEDS-ACTION"}`,
  ]);
  const at = done && completedAt ? wallOf(Math.floor(Date.parse(completedAt) / 1000)) : null;
  setLines(task, "COMPLETED", at === null ? [] : [`COMPLETED:${at.replaceAll(/[-:]/g, "")}Z`]);
}

function setDue(task: Component, due: Due | null, zones: Zones): void {
  setLines(task, "DURATION", []);
  if (due === null) return setLines(task, "DUE", []);
  const form: Form = "date" in due ? { kind: "date" } : formFor(due.at, task, zones);
  const wall = "date" in due ? wallSeconds(due.date) : wallOfInput(due.at, form, due.timeZone ?? "UTC");
  setLines(task, "DUE", [timeLine("DUE", wall, form)]);
}

function setStart(task: Component, start: string | null, zones: Zones): void {
  if (start === null) return setLines(task, "DTSTART", []);
  const form: Form = start.length === 10 ? { kind: "date" } : formFor(start, task, zones);
  setLines(task, "DTSTART", [timeLine("DTSTART", wallOfInput(start, form, "UTC"), form)]);
}

/** Returns the form in which the task writes times; UTC without one that can state the moment. */
function formFor(moment: string, task: Component, zones: Zones): Form {
  const seconds = Math.floor(Date.parse(moment) / 1000);
  for (const name of ["DUE", "DTSTART"]) {
    const [text] = linesNamed(task, name);
    const form = text === undefined ? null : formOf(text, zones);
    if (form?.kind === "utc" || form?.kind === "zone" && !isRepeated(seconds, form)) return form;
  }
  return { kind: "utc" };
}

/** A task must not mix a date and a time in start and end; then the start is removed. */
function requireOneKind(task: Component): void {
  const [start, due] = ["DTSTART", "DUE"].map((name) => linesNamed(task, name)[0]);
  if (start === undefined || due === undefined) return;
  const isDate = (text: string) => !readLine(text).value.includes("T");
  if (isDate(start) !== isDate(due)) setLines(task, "DTSTART", []);
}
