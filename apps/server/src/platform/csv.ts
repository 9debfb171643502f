/** CSV as RFC 4180 has it: fields between commas, records end with CR LF. */

/** A field of text; a leading =, +, -, @ is kept from being read as a formula by spreadsheets. */
export function csvText(value: string): string {
  const safe = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
  return `"${safe.replaceAll('"', '""')}"`;
}

/**
 * A code or serial number as it is, since programs read it from the file: what only begins like a formula is none as
 * long as nothing but letters, digits, spaces and hyphens follows.
 */
export const csvCode = (value: string): string =>
  /^[+\-@][A-Za-z0-9 -]*$/.test(value) ? `"${value}"` : csvText(value);

/** Fields as they stand, as one record. */
export const csvRecord = (fields: readonly string[]): string => `${fields.join(',')}\r\n`;
