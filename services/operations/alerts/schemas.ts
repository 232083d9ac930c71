import { z } from "zod";
import { alertAttemptSchema, alertHookSchema } from "../../../store/alerts/document.ts";
import { timeSchema } from "../../ground/kernel/schemas.ts";

/** The hook as it is set, whole. */
export const alertHookInputSchema = z.object({
  kind: alertHookSchema.shape.kind.meta({ example: "ntfy" }),
  address: z.string().max(2000).default("").meta({ example: "https://ntfy.example.org/my-topic" })
    .describe("nothing for a command, which alert-command.json in the storage directory names"),
  privateHost: z.string().min(1).max(300).nullable().default(null)
    .describe("host:port, if the address is on your own network"),
  secretId: z.string().min(1).max(64).nullable().default(null)
    .describe("the access token for ntfy, or the key that signs the JSON"),
  categories: alertHookSchema.shape.categories.min(1).max(7).default(["approval", "failure", "blocker"])
    .describe("the notifications to send"),
  content: alertHookSchema.shape.content.default("counts")
    .describe("counts sends numbers only; titles also sends their titles"),
}).meta({ id: "alertHookInputSchema" });
/** The hook in a request. */
export type AlertHookInput = z.output<typeof alertHookInputSchema>;

const alertReceiptSchema = alertAttemptSchema.extend({
  alertId: z.string().describe("the same for each attempt"),
  notifications: z.int().describe("the number of notifications; 0 for a test"),
  status: z.enum(["delivered", "failed", "given_up", "dropped"]),
  attempts: z.int(),
  at: timeSchema,
});

/** The hook, what it is sending, and what it sent. */
export const alertsSchema = z.object({
  hook: alertHookSchema.nullable(),
  pending: z.object({
    alertId: z.string(),
    notifications: z.int(),
    attempts: z.int(),
    retryAt: timeSchema,
  }).nullable(),
  quietUntil: timeSchema.nullable().describe(
    "when the planner's quiet hours end; null outside quiet hours",
  ),
  receipts: z.array(alertReceiptSchema).describe("the newest 20, newest first"),
}).meta({ id: "alertsSchema" });
/** What `GET /alerts` answers. */
export type Alerts = z.output<typeof alertsSchema>;
/** The result of one alert. */
export type AlertReceipt = z.output<typeof alertReceiptSchema>;
