import { showDevportal } from "../../services/accounts/devportal/app.ts";
import { checkDevportal } from "../../services/accounts/devportal/check.ts";
import { configureDevportal } from "../../services/accounts/devportal/configure.ts";
import { domain } from "../domain.ts";
import { devportal } from "./contract.ts";

export const devportalDomain = domain(devportal, {
  "GET /devportal/app": (ctx) => showDevportal(ctx),
  "POST /devportal/app": (ctx, { body }) => configureDevportal(ctx, body),
  "POST /devportal/app/smoke-check": (ctx) => checkDevportal(ctx),
});
