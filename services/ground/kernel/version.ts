/** The version of the program, as `--version`, OpenAPI and the agent contract state it. */
export const VERSION = "0.1.0";
