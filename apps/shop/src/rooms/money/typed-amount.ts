/** How amounts are typed and read, of money, coins and points alike. Numbers are written as in en-US. */

/**
 * What a field for amounts takes, as a number field of a browser does (WAL-19). A sign and an exponent stay, so that
 * "-5" and "1e3" are refused and not read as 5 and 13.
 */
export const typedAmount = (typed: string): string =>
  typed
    .replace(/[−–]/g, '-')
    .replace(/[^\d.,eE+-]/g, '')
    // The 0 a field was reset to.
    .replace(/^0+(?=\d)/, '');

/** Groups of thousands as in en-US. */
const grouped = /^[1-9]\d{0,2}(?:,\d{3})+(?:\.\d*)?$/;
/** "1000,000" may be a million or a thousand. */
const ambiguous = /^0*[1-9]\d*,\d{3}$/;

/**
 * An amount as typed, in units of its last decimal; undefined for what is none. A comma groups thousands where it can
 * ("1,000" is one thousand), else it is a decimal comma, unless three digits follow it ("1000,000" is no amount).
 */
export function amountIn(typed: string, decimals = 2): bigint | undefined {
  const text = typed.replace(/[\s\p{Sc}]/gu, '');
  if (ambiguous.test(text) && !grouped.test(text)) return undefined;
  const plain = grouped.test(text) ? text.replaceAll(',', '') : text.replace(',', '.');
  const match = /^(?=.*\d)(\d{0,12})(?:\.(\d*))?$/.exec(plain);
  const [, whole = '', fraction = ''] = match ?? [];
  if (!match || fraction.length > decimals) return undefined;
  return BigInt(whole + fraction.padEnd(decimals, '0'));
}
