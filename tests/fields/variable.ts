/** Names the directory in which each file of tests leaves what it saw of answers; the runner sets it for a whole run. */
export const FIELDS_VARIABLE = "AGENT_HARNESS_TEST_FIELDS";
