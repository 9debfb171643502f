/** Smallest units as a decimal number of coins, without zeros at its end. */
export function unitsText(units: bigint): string {
  const digits = units.toString().padStart(9, '0');
  return `${digits.slice(0, -8)}.${digits.slice(-8)}`.replace(/\.?0+$/, '');
}
