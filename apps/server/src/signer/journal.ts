/**
 * The signed book: a file of the signer's own. It enforces limits even if database rows are deleted, and no transfer
 * is signed as two different transactions. An entry is on disk before its signature is released.
 */
import {
  closeSync,
  fstatSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  truncateSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { coins } from '@giftlane/contract/money/coins.ts';
import * as z from 'zod';
import { tryLock } from '../platform/db/lock.ts';
import { days, hours } from '../platform/process/durations.ts';
import { StartRefused } from '../platform/process/ending.ts';
import type { Limits } from './config.ts';

const lineSchema = z.strictObject({
  at: z.int(),
  coin: z.enum(coins),
  transferId: z.string(),
  txid: z.string(),
  units: z.string().regex(/^\d+$/).transform(BigInt),
  /** Set for a transfer to a cold account. */
  sweep: z.literal(true).optional(),
});
type Line = z.output<typeof lineSchema>;
type Wish = Omit<Line, 'at'>;
/** Limits count per coin, with sweeps apart. */
type Way = Pick<Line, 'coin' | 'sweep'>;

/** Sign now, sign later when older signatures no longer count, or never sign. */
export type Judgement = 'now' | { readonly later: string } | { readonly refusal: string };

export interface SignedBook {
  /** Judges if a transfer may be signed now. A signed one may be signed again as the same transaction. */
  judge(wish: Wish, limits: Limits): Judgement;
  /** Records a signature, once; it is on disk on return. */
  note(wish: Wish): void;
  close(): void;
}

/** A wish that has waited longer is not overtaken by later ones. */
const longestWaitMs = hours(6);

/** The complete lines of the file and their size in bytes; `cut` when an incomplete line follows. */
function readLines(file: string): { lines: Line[]; bytes: number; cut: boolean } {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT')
      return { lines: [], bytes: 0, cut: false };
    throw error;
  }
  const whole = text.slice(0, text.lastIndexOf('\n') + 1);
  const lines = whole
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => lineSchema.parse(JSON.parse(line)));
  return { lines, bytes: Buffer.byteLength(whole), cut: whole.length < text.length };
}

/** Wishes that wait for room under the limits, so that later small ones do not use it up for ever. */
function makeWaiting(now: () => number) {
  const waiting = new Map<string, Way & { readonly since: number; readonly asked: number }>();
  return {
    add({ transferId, coin, sweep }: Wish): void {
      const { since } = waiting.get(transferId) ?? { since: now() };
      waiting.set(transferId, { coin, sweep, since, asked: now() });
    },
    delete: ({ transferId }: Wish) => waiting.delete(transferId),
    /**
     * True when an earlier wish of the same coin and kind has waited for over six hours and was tried within the last
     * hour.
     */
    isOvertaking({ transferId, coin, sweep }: Wish): boolean {
      const own = waiting.get(transferId)?.since ?? now();
      return [...waiting.values()].some(
        (one) =>
          one.coin === coin &&
          one.sweep === sweep &&
          one.since < own &&
          one.since < now() - longestWaitMs &&
          one.asked > now() - hours(1),
      );
    },
  };
}

/**
 * Opens the signed book in `dir`; `now` is the clock, in ms. Throws `StartRefused` while another signer has it open.
 */
export function openSignedBook(dir: string, now: () => number = Date.now): SignedBook {
  mkdirSync(dir, { recursive: true, mode: 0o700 });
  const lock = tryLock(join(dir, 'lock'));
  if (!lock) throw new StartRefused(`SIGNER_DIR: another signer uses ${dir}. Exactly one may run.`);
  const file = join(dir, 'signed.jsonl');
  const { lines, bytes: found, cut } = readLines(file);
  let [recent, bytes] = [lines, found];
  // The signature of an incomplete last line was never released.
  if (cut) truncateSync(file, bytes);
  const byTransfer = new Map(recent.map((line) => [line.transferId, line]));
  const handle = openSync(file, 'a', 0o600);
  const waiting = makeWaiting(now);
  const requireWhole = () => {
    const { size } = fstatSync(handle);
    if (size < bytes) throw new Error('lines of the signed book are gone');
    if (size > bytes) throw new Error('somebody else writes in the signed book');
  };
  const signedSince = (sinceMs: number, { coin, sweep }: Way) =>
    recent
      .filter((line) => line.coin === coin && line.sweep === sweep && line.at > now() - sinceMs)
      .reduce((sum, { units }) => sum + units, 0n);
  /** The reason why the wish must wait; undefined when it need not. */
  const reasonToWait = (wish: Wish, { perHour, perDay }: Limits): string | undefined => {
    if (signedSince(hours(1), wish) + wish.units > perHour) return 'more than an hour may take';
    if (signedSince(days(1), wish) + wish.units > perDay) return 'more than a day may take';
    return waiting.isOvertaking(wish) ? 'what has waited longer goes first' : undefined;
  };
  return {
    judge(wish, limits) {
      const { transferId, txid, units } = wish;
      requireWhole();
      const before = byTransfer.get(transferId);
      if (before)
        return before.txid === txid ? 'now' : { refusal: 'signed as another transaction before' };
      if (units > limits.perTransfer || units > limits.perHour || units > limits.perDay)
        return { refusal: 'more than one transfer may take' };
      const later = reasonToWait(wish, limits);
      if (later === undefined) return 'now';
      waiting.add(wish);
      return { later };
    },
    note(wish) {
      if (byTransfer.has(wish.transferId)) return;
      const line = { at: now(), ...wish };
      const text = `${JSON.stringify({ ...line, units: wish.units.toString() })}\n`;
      const written = writeSync(handle, text);
      fsyncSync(handle);
      if (written < Buffer.byteLength(text)) throw new Error('the signed book has no room');
      bytes += written;
      byTransfer.set(wish.transferId, line);
      waiting.delete(wish);
      recent = [...recent.filter(({ at }) => at > now() - days(1)), line];
    },
    close() {
      closeSync(handle);
      lock.release();
    },
  };
}
