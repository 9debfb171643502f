/** Codes for the demo's stock; they have no value anywhere. */
import { type Random, randomOf } from './random.ts';

/** A row of `stock import`. */
export interface DemoCode {
  readonly line: number;
  readonly cardId: string;
  readonly serial: string;
  readonly code: string;
}

/** Letters and digits without easily confused ones. */
const alphabet = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ';

function codeText(random: Random): string {
  const group = () => Array.from({ length: 4 }, () => alphabet[random.whole(0, 31)]).join('');
  return `${group()}-${group()}-${group()}-${group()}`;
}

export interface CodeWish {
  readonly cardId: string;
  /** Stable name of the card across demos; the seed of its codes. */
  readonly name: string;
  readonly count: number;
}

/** Generates codes for each card; serials continue after `before`. */
export function* demoCodes(wishes: Iterable<CodeWish>, before: number): Generator<DemoCode> {
  let line = before + 1;
  for (const { cardId, name, count } of wishes) {
    const random = randomOf(`codes of ${name}`);
    for (let i = 0; i < count; i += 1) {
      line += 1;
      yield { line, cardId, serial: `GL-${String(line).padStart(8, '0')}`, code: codeText(random) };
    }
  }
}
