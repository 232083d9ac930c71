/** What a worker machine may be trusted with, in words that follow "trusted with". */
export const TRUST_WORDS = { verify: "verifications", tasks: "tasks" } as const;
