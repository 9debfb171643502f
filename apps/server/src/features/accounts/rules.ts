/** Pure decisions about accounts. */

/** How e-mail addresses are compared: in lower case. */
export function emailKey(email: string): string {
  return email.trim().toLowerCase();
}
