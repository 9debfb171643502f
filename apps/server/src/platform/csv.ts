/** CSV as RFC 4180 has it: fields between commas, records end with CR LF. */

/** A field of text; a leading =, +, -, @ is kept from being read as a formula by spreadsheets. */
export function csvText(value: string): string {
  const safe = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
  return `"${safe.replaceAll('"', '""')}"`;
}

/** Fields as they stand, as one record. */
export const csvRecord = (fields: readonly string[]): string => `${fields.join(',')}\r\n`;
