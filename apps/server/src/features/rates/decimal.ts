/** Decimal text as whole numbers, so that no rate is ever a double where money hangs on it. */

const digits = 12;

/** A decimal text such as "0.9231" as an integer of twelve decimals. */
export function scaled(decimal: string): bigint {
  const [whole = '0', fraction = ''] = decimal.split('.');
  return BigInt(whole + fraction.padEnd(digits, '0').slice(0, digits));
}

/** One in that form. */
export const one = 10n ** BigInt(digits);
