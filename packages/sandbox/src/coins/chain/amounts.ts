/** Amounts of coins: whole satoshi inside, decimals with eight places outside, never a double. */
import { satoshiPerCoin } from './parameters.ts';

/** A number in JSON whose text is written as it is given. */
interface RawJson {
  readonly rawJSON: string;
}

declare global {
  interface JSON {
    /** In V8 since 11.4; TypeScript does not know it yet. */
    rawJSON(text: string): RawJson;
  }
}

/** Satoshi as a decimal with eight places. */
export function amountText(satoshi: bigint): string {
  const [sign, size] = satoshi < 0n ? ['-', -satoshi] : ['', satoshi];
  return `${sign}${size / satoshiPerCoin}.${String(size % satoshiPerCoin).padStart(8, '0')}`;
}

/** Satoshi as JSON has amounts: a number, exact to the last place. */
export const amountJson = (satoshi: bigint): RawJson => JSON.rawJSON(amountText(satoshi));

/** Reads a decimal of at most eight places; undefined when it is none. */
export function readAmount(text: string): bigint | undefined {
  const [, whole = '', places = ''] = /^(\d{1,9})(?:\.(\d{0,8}))?$/.exec(text.trim()) ?? [];
  return whole === '' ? undefined : BigInt(whole) * satoshiPerCoin + BigInt(places.padEnd(8, '0'));
}

/** Satoshi per 1000 vbytes, as nodes count, of satoshi per vbyte, as people do. */
export const feeRateOf = (satoshiPerVbyte: number): bigint =>
  BigInt(Math.round(satoshiPerVbyte * 1_000));
