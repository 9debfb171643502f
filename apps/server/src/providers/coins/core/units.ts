/** Parses a node's decimal text into smallest units, never by a double. */

const decimals = 8;
const shape = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d{1,2}))?$/;

/** Reads a JSON number's own text, such as `0.1` or `1e-8`; throws where it has a fraction of a smallest unit. */
export function unitsOfJson(text: string): bigint {
  const match = shape.exec(text);
  if (!match) throw new RangeError(`not a decimal: ${text}`);
  const [, sign = '', whole = '', fraction = '', exponent = '0'] = match;
  const shift = decimals - fraction.length + Number(exponent);
  const digits = whole + fraction;
  const cut = shift < 0 ? digits.slice(0, shift) || '0' : digits + '0'.repeat(shift);
  const rest = shift < 0 ? digits.slice(shift) : '';
  if (/[1-9]/.test(rest) || (shift < 0 && -shift > digits.length && /[1-9]/.test(digits)))
    throw new RangeError(`more than ${decimals} decimals: ${text}`);
  const units = BigInt(cut);
  return sign ? -units : units;
}

/** JSON whose numbers are kept as they were written, for what is money; others are numbers. */
export const exact = (text: string, isMoney: (key: string) => boolean): unknown =>
  JSON.parse(text, (key, value: unknown, context?: { source?: string }) =>
    typeof value === 'number' && context?.source !== undefined && isMoney(key)
      ? unitsOfJson(context.source)
      : value,
  );
