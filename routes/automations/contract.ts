import { z } from "zod";
import {
  automationPreviewSchema,
  previewQuerySchema,
} from "../../services/execution/automations/preview_schemas.ts";
import {
  automationDefinitionInputSchema,
  automationDefinitionSchema,
  automationDetailsSchema,
  automationListQuerySchema,
  deletedAutomationSchema,
  fireResultSchema,
  triggerAutomationInputSchema,
} from "../../services/execution/automations/firing/schemas.ts";
import {
  readTriggerInputSchema,
  readTriggerSchema,
} from "../../services/execution/automations/read_trigger.ts";
import {
  webhookHeadersSchema,
  webhookResultSchema,
} from "../../services/execution/automations/webhook/schemas.ts";
import { runOfAnswer } from "../about.ts";
import { contract } from "../endpoint.ts";

/** Interface, section 4, Automations. */
export const automations = contract({
  "GET /automations": {
    summary: "List automations, newest first",
    query: automationListQuerySchema,
    output: z.array(automationDefinitionSchema),
    cli: "automations list",
  },
  "POST /automations": {
    summary: "Create an automation, or replace the one with the given id",
    body: automationDefinitionInputSchema,
    output: automationDetailsSchema,
    creates: { about: null },
    cli: "automations set",
  },
  "POST /automations/read-trigger": {
    summary: "Show what a trigger, or words for one, would do, with its next five times; nothing is recorded",
    body: readTriggerInputSchema,
    output: readTriggerSchema,
    cli: "automations when",
    argument: "when",
  },
  "GET /automations/:id": {
    summary: "Show an automation, its ledger and its history",
    output: automationDetailsSchema,
    cli: "automations get",
  },
  "DELETE /automations/:id": {
    summary: "Erase an automation and its ledger; its runs stay",
    output: deletedAutomationSchema,
    cli: "automations delete",
  },
  "POST /automations/:id/enable": {
    summary: "Enable an automation; missed moments are not caught up",
    output: automationDetailsSchema,
    cli: "automations enable",
  },
  "POST /automations/:id/disable": {
    summary: "Disable an automation",
    output: automationDetailsSchema,
    cli: "automations disable",
  },
  "POST /automations/:id/pause": {
    summary: "Pause an automation",
    output: automationDetailsSchema,
    cli: "automations pause",
  },
  "GET /automations/:id/preview": {
    summary: "Show when an automation fires next and what it would do now; nothing is recorded",
    query: previewQuerySchema,
    output: automationPreviewSchema,
    cli: "automations preview",
  },
  "POST /automations/:id/trigger": {
    summary: "Trigger an automation now, or repeat what a row of its ledger did",
    body: triggerAutomationInputSchema,
    output: fireResultSchema,
    creates: { about: runOfAnswer },
    cli: "automations trigger",
  },
  "POST /automation-webhooks/:path": {
    summary: "Trigger the automations that listen on a path",
    access: "webhook",
    headers: webhookHeadersSchema,
    output: webhookResultSchema,
    status: 202,
    cli: "automations send",
  },
});
