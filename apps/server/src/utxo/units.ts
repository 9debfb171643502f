/** Smallest units as a decimal number of coins, without trailing zeros. */
export function unitsText(units: bigint): string {
  const digits = (units < 0n ? -units : units).toString().padStart(9, '0');
  const text = `${digits.slice(0, -8)}.${digits.slice(-8)}`.replace(/\.?0+$/, '');
  return units < 0n ? `-${text}` : text;
}
