/** What programs print where there is no network, by the names of errors and the words of the usual libraries. */
const SIGNS =
  /ENETUNREACH|EAI_AGAIN|ENOTFOUND|getaddrinfo|Network is unreachable|Could not resolve host|Temporary failure in name resolution|Name or service not known|No address associated with hostname|dns error|failed to lookup address/i;

/** Whether the output of a command that failed says that it wanted the network. */
export const wantsNetwork = (output: string): boolean => SIGNS.test(output);
