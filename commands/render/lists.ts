import { baseName, bytes, counted, firstLine, relativeTime } from "../../client/words.ts";
import type { Result } from "../../routes/endpoint.ts";
import type { Api } from "../../routes/mod.ts";
import { oneLine } from "../terminal/neutralise.ts";
import { paint } from "../terminal/paint.ts";
import type { Views } from "./answer_view.ts";
import { cell, localTime } from "./cell.ts";
import type { Columns } from "./section.ts";
import { inOrder } from "./value.ts";

type ShownRepositories = Result<Api["GET /repositories"]>;
type ShownBackups = Result<Api["GET /control-plane/backups"]>;

/** The repositories, and what each of their settings means. */
function repositories({ items, dials }: ShownRepositories, columns: Columns): string[] {
  if (items.length === 0) return ["No repository was used yet. Request work in one: agent-harness run"];
  const used = new Set(items.map(({ dial }) => dial));
  return [
    ...inOrder(
      items.map(({ root, dial, isDefault, setup, admissions, defaultsFile, number }) => ({
        repository: root,
        asksAbout: isDefault ? `${dial} (default)` : dial,
        setup: oneLine(setup ?? ""),
        admitted: admissions === 0 ? "" : admissions,
        defaults: defaultsFile === "none" ? "" : `.agent-harness.json: ${defaultsFile}`,
        number: number === null ? "" : `#${number}`,
      })),
      columns,
    ),
    "",
    ...dials.filter(({ id }) => used.has(id)).map(({ id, meaning }) =>
      paint.dim(`${id}: ${oneLine(meaning)}`)
    ),
    paint.dim("Change it: agent-harness repos dial --repo <directory> --dial <everything|border|closed>"),
  ];
}

function backups({ items, schedule }: ShownBackups, columns: Columns): string[] {
  const { intervalHours, keep, directory, encrypted } = schedule;
  const rows = items.map(({ id, status, createdAt, size, path }) => ({
    status,
    created: localTime(createdAt),
    size: size ? bytes(size) : "",
    file: path,
    id,
  }));
  return [
    ...inOrder(rows, columns),
    intervalHours === 0
      ? "None are scheduled: AGENT_HARNESS_BACKUP_INTERVAL_HOURS is 0."
      : `One is created every ${counted(intervalHours, "hour")} in ${directory}${
        encrypted ? ", encrypted" : ""
      }; ${keep} are kept.`,
  ];
}

/** How lists are shown whose useful columns are not those that come first. */
export const LIST_VIEWS: Views = {
  "GET /repositories": repositories,
  "GET /control-plane/backups": backups,
  "GET /memory": (records, columns) =>
    inOrder(
      records.map(({ id, content, type, scope, scopeId, status }) => ({
        content: firstLine(content),
        type,
        scope: scopeId ? `${scope} ${baseName(scopeId)}` : scope,
        status: status === "active" ? "" : status,
        id,
      })),
      columns,
    ),
  "GET /memory/candidates": (candidates, columns) =>
    inOrder(
      candidates.map(({ id, content, type, scope, status }) => ({
        content: firstLine(content),
        type,
        scope,
        status,
        id,
      })),
      columns,
    ),
  "GET /notifications": ({ items, counts }, columns) => [
    ...inOrder(
      items.map(({ id, title, status, createdAt }) => ({
        title,
        status,
        at: relativeTime(Date.parse(createdAt), Date.now()),
        id,
      })),
      columns,
    ),
    paint.dim(cell(counts)),
  ],
  "GET /saved-workflows": (workflows, columns) =>
    inOrder(
      workflows.map(({ id, name, status, updatedAt }) => ({
        name,
        status,
        changed: relativeTime(Date.parse(updatedAt), Date.now()),
        id,
      })),
      columns,
    ),
};
