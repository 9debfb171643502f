/** CSV as RFC 4180 has it: fields between commas, records end with CR LF. */

const quoted = (value: string) => `"${value.replaceAll('"', '""')}"`;

/** What spreadsheets take for a formula at the start of a field, some of them in wide letters, too. */
const leads = /^[=+\-@\t\r\n＝＋－＠]/;
/** The same behind what they cut fields at in other countries, and behind ends of lines. */
const leadsWithin = /([;\t\r\n]"*)(?=[=+\-@＝＋－＠])/g;

const kept = (value: string) => (leads.test(value) ? `'${value}` : value);

/** A field of text, which somebody else may have written; what would be a formula in a spreadsheet is kept from being one. */
export const csvText = (value: string): string => quoted(kept(value.replace(leadsWithin, "$1'")));

/**
 * A code or serial number as it is, since programs read it from the file: what only begins like a formula is none as
 * long as nothing but letters, digits, spaces and hyphens follows.
 */
export const csvCode = (value: string): string =>
  quoted(/^[+\-@][A-Za-z0-9 -]*$/.test(value) ? value : kept(value));

/** What a file for people begins with: without it, spreadsheets read letters beyond ASCII as others. */
export const csvMark = '\ufeff';

/** Fields as they stand, as one record. */
export const csvRecord = (fields: readonly string[]): string => `${fields.join(',')}\r\n`;
