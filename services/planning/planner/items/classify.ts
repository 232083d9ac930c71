import type { Item, Label } from "../../../../store/planner/item.ts";
import type { ItemRow } from "../../../../store/planner/item_rows.ts";
import type { SourceConfig } from "../../../../store/planner/settings.ts";
import type { ModelLabelRow } from "../../../../store/planner/model_labels_view.ts";
import type { Core } from "../../../ground/kernel/context.ts";

/** An item's classification, its origin, and why. */
type Classification = { label: Label; by: "rule" | "human" | "model"; confidence: number; reasons: string[] };

/** Words for a day away from work, in English, German, French, Spanish and Dutch. */
const AWAY =
  /(?<![\p{L}\p{N}])(?:vacation|holidays?|time off|out of office|ooo|pto|day off|annual leave|sick|urlaub|abwesend|krank|frei|feiertag|congés?|vacances|absent|férié|vacaciones|festivo|ausente|baja|vakantie|verlof|afwezig|ziek|vrij)(?![\p{L}\p{N}])/iu;

const LABELS: Readonly<Record<string, Label>> = {
  MEETING: "meeting",
  FOCUS: "focus",
  VACATION: "time_off",
  "TIME OFF": "time_off",
  HOLIDAY: "holiday",
  HOLIDAYS: "holiday",
  TRAVEL: "travel",
  DEADLINE: "deadline",
  PERSONAL: "personal",
};

/** What models said items are, by their ids. */
type ModelLabels = ReadonlyMap<string, ModelLabelRow>;

/** Returns what models said items are; mostly nothing, as each is asked for by a person. */
export const modelLabelsOf = ({ store }: Pick<Core, "store">): ModelLabels =>
  new Map(
    store.projector.tables.all<ModelLabelRow>("select * from {planner_model_labels}").map((row) => [
      row.item_id,
      row,
    ]),
  );

type About = { config: SourceConfig | null; emails: readonly string[]; models: ModelLabels };

/** Classifies an item: as a person said, otherwise by the first rule that matches, and where none does as a model said. */
export function classifyItem(row: ItemRow, item: Item, { config, emails, models }: About): Classification {
  if (row.human_label !== null) {
    const reasons = [row.human_reason ?? "A person chose this."];
    return { label: row.human_label as Label, by: "human", confidence: 1, reasons };
  }
  const [label, confidence, reason] = byRule(item, config, emails);
  const told = label === "other" ? models.get(row.id) : undefined;
  if (told) {
    const reasons = [told.reason, `The model ${told.model} said so.`];
    return { label: told.label, by: "model", confidence: told.confidence, reasons };
  }
  return { label, by: "rule", confidence, reasons: [reason] };
}

function byRule(item: Item, config: SourceConfig | null, emails: readonly string[]): [Label, number, string] {
  if (item.itemType === "task") return ["deadline", 0.9, "It is a task."];
  if (item.itemType === "note") return ["other", 0.9, "It is a note."];
  if (config?.role === "holidays") {
    return ["holiday", 0.95, `Its source "${config.label}" contains holidays.`];
  }
  if (config?.role === "time_off") {
    return ["time_off", 0.95, `Its source "${config.label}" contains time off.`];
  }
  if (item.busyStatus === "OOF") return ["time_off", 0.95, "Its calendar marks it as out of office."];
  for (const tag of item.tags) {
    const label = LABELS[tag.toUpperCase()];
    if (label) return [label, 0.9, `It has the category "${tag}".`];
  }
  const word = item.start?.allDay && item.transparency === "opaque" && AWAY.exec(item.title)?.[0];
  if (word) {
    return ["time_off", 0.7, `It is all-day, and its title contains "${word}".`];
  }
  const others = item.attendees.filter(({ email }) => !emails.includes(email));
  if (others.length > 0) {
    return [
      "meeting",
      0.9,
      `${others.length === 1 ? "Another person attends" : `${others.length} others attend`}.`,
    ];
  }
  if (item.conferenceUrl) return ["meeting", 0.8, "It has a conference link."];
  if (config?.role === "private") return ["personal", 0.7, `Its source "${config.label}" is private.`];
  if (item.transparency === "opaque" && !item.start?.allDay) {
    return ["focus", 0.6, "It takes time, and no one else attends."];
  }
  return ["other", 0.5, "No rule matches."];
}
