import {
  changePlacementInputSchema,
  invitedMachineSchema,
  inviteMachineInputSchema,
  machineLogQuerySchema,
  machineLogSchema,
  placementSettingsSchema,
  revokeMachineInputSchema,
  setStandingInputSchema,
  workerMachineSchema,
  workerMachinesSchema,
} from "../../services/workforce/worker_machines/schemas.ts";
import { contract } from "../endpoint.ts";

/** Worker machines, which run verifiers. Not part of the interface. */
export const workerMachines = contract({
  "GET /workers": {
    summary: "List the worker machines, and what they do now",
    output: workerMachinesSchema,
    cli: "workers list",
  },
  "GET /workers/:id/log": {
    summary: "List what a worker machine did and for which runs, newest first",
    query: machineLogQuerySchema,
    output: machineLogSchema,
    cli: "workers logs",
  },
  "POST /workers": {
    summary: "Invite a worker machine: its code is shown once",
    access: "human",
    body: inviteMachineInputSchema,
    output: invitedMachineSchema,
    status: 201,
    cli: "workers enrol",
  },
  "POST /workers/placement": {
    summary: "Change where results are verified, and the labels of this machine",
    access: "human",
    body: changePlacementInputSchema,
    output: placementSettingsSchema,
    cli: "workers placement",
  },
  "POST /workers/:id/trust": {
    summary: "Change what a worker machine is trusted with, its labels and its group",
    access: "human",
    body: setStandingInputSchema,
    output: workerMachineSchema,
    cli: "workers trust",
  },
  "POST /workers/:id/drain": {
    summary: "Let a worker machine finish what it does and take nothing new",
    access: "human",
    output: workerMachineSchema,
    cli: "workers drain",
  },
  "POST /workers/:id/resume": {
    summary: "Let a drained worker machine take work again",
    access: "human",
    output: workerMachineSchema,
    cli: "workers resume",
  },
  "POST /workers/:id/revoke": {
    summary: "End a worker machine's access at once",
    access: "human",
    body: revokeMachineInputSchema,
    output: workerMachineSchema,
    cli: "workers revoke",
  },
});
