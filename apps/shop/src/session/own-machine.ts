/** True for the host names of a developer's own computer (SESS-11, SESS-15). */
export const isOwnMachine = (hostname: string): boolean =>
  /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname) || hostname.endsWith('.localhost');
