/** Fixed-point decimals as bigints, so that no rate used for money is a double. */

const digits = 12;

/** A decimal text such as "0.9231" as an integer with twelve decimals. */
export function scaled(decimal: string): bigint {
  const [whole = '0', fraction = ''] = decimal.split('.');
  return BigInt(whole + fraction.padEnd(digits, '0').slice(0, digits));
}

/** 1 in that form. */
export const one = 10n ** BigInt(digits);
