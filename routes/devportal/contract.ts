import { devportalAppConfigSchema, devportalInputSchema } from "../../services/accounts/devportal/schemas.ts";
import { contract } from "../endpoint.ts";

/** Interface, section 4, the developer portal. No response contains a key or a token. */
export const devportal = contract({
  "GET /devportal/app": {
    summary: "Show the developer portal's app, and its last checks",
    output: devportalAppConfigSchema,
    cli: "devportal app",
  },
  "POST /devportal/app": {
    summary: "Configure the developer portal's app",
    body: devportalInputSchema,
    output: devportalAppConfigSchema,
    creates: { about: null },
    cli: "devportal configure",
  },
  "POST /devportal/app/smoke-check": {
    summary: "Check the keys by requesting one token and making one read",
    output: devportalAppConfigSchema,
    cli: "devportal check",
  },
});
