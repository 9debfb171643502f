/** Whether a host name is the computer the browser runs on, where developers work (SESS-11, SESS-15). */
export const isOwnMachine = (hostname: string): boolean =>
  /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname) || hostname.endsWith('.localhost');
