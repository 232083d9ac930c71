import assert from "node:assert/strict";
import { privacyOfAddress } from "../../../services/sessions/provider_kinds/privacy.ts";

const PLACES = {
  "local": [
    "http://127.0.0.1:1/v1",
    "http://localhost/v1",
    "http://[::1]:8080",
    "http://127.9.9.9",
    "http://m.localhost",
  ],
  "private-network": [
    "http://10.0.0.1/v1",
    "http://172.16.0.1",
    "http://172.31.255.1",
    "http://192.168.1.2:11434/v1",
    "http://100.64.0.1",
    "http://169.254.1.1",
    "http://gpu:8000/v1",
    "http://gpu.local./v1",
    "http://gpu.lan/v1",
    "https://[fd00::1]/v1",
    "https://[fe80::1]/v1",
  ],
  "third-party": [
    "https://api.openai.com/v1",
    "http://172.32.0.1",
    "http://100.128.0.1",
    "https://[2606:4700::1]/v1",
    "https://localhost.example.org",
    "https://10.example.org",
    "https://notlocal.org",
  ],
} as const;

for (const [privacy, addresses] of Object.entries(PLACES)) {
  Deno.test(`privacyOf() finds ${privacy} by the address`, () => {
    for (const address of addresses) assert.equal(privacyOfAddress(address), privacy, address);
  });
}
