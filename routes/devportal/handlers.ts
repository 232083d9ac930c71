import { showDevportal } from "../../services/accounts/devportal/app.ts";
import { checkDevportal } from "../../services/accounts/devportal/check.ts";
import { configureDevportal } from "../../services/accounts/devportal/configure.ts";
import type { ServiceCtx } from "../../services/parts.ts";
import type { Handlers } from "../endpoint.ts";
import type { devportal } from "./contract.ts";

export const devportalHandlers: Handlers<typeof devportal, ServiceCtx> = {
  "GET /devportal/app": (ctx) => showDevportal(ctx),
  "POST /devportal/app": (ctx, { body }) => configureDevportal(ctx, body),
  "POST /devportal/app/smoke-check": (ctx) => checkDevportal(ctx),
};
