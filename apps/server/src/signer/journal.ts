/**
 * What was signed, in a file of the signer's own: limits hold even if rows of the database are deleted, and no transfer
 * is signed as two different transactions. A line is on the disk before its signature leaves.
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
  /** The id of the transaction. */
  txid: z.string(),
  units: z.string().regex(/^\d+$/).transform(BigInt),
  /** It went to a cold account. */
  sweep: z.literal(true).optional(),
});
type Line = z.output<typeof lineSchema>;
type Wish = Omit<Line, 'at'>;
/** Limits are counted for each coin, and sweeps apart. */
type Way = Pick<Line, 'coin' | 'sweep'>;

/** It may be signed; or not before what was signed lately is older; or never. */
export type Judgement = 'now' | { readonly later: string } | { readonly refusal: string };

export interface SignedBook {
  /** Whether this may be signed now. What was signed may be signed again, as the same transaction. */
  judge(wish: Wish, limits: Limits): Judgement;
  /** Notes it, once. */
  note(wish: Wish): void;
  close(): void;
}

/** What has waited so long for room is no longer overtaken. */
const longestWaitMs = hours(6);

/** The whole lines of the file and their bytes; `cut` when a last one is not whole. */
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

/** What waits for room under the limits, so that small ones that come later do not take it for ever. */
function makeWaiting(now: () => number) {
  const waiting = new Map<string, Way & { readonly since: number; readonly asked: number }>();
  return {
    add({ transferId, coin, sweep }: Wish): void {
      const { since } = waiting.get(transferId) ?? { since: now() };
      waiting.set(transferId, { coin, sweep, since, asked: now() });
    },
    delete: ({ transferId }: Wish) => waiting.delete(transferId),
    /** True if the room is kept for an earlier one, which has waited too long and is still asked for. */
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

/** Opens the book in `dir`; `now` is the clock, in ms. Throws `StartRefused` while another signer has it open. */
export function openSignedBook(dir: string, now: () => number = Date.now): SignedBook {
  mkdirSync(dir, { recursive: true, mode: 0o700 });
  const lock = tryLock(join(dir, 'lock'));
  if (!lock) throw new StartRefused(`SIGNER_DIR: another signer uses ${dir}. Exactly one may run.`);
  const file = join(dir, 'signed.jsonl');
  const { lines, bytes: found, cut } = readLines(file);
  let [recent, bytes] = [lines, found];
  // A last line that was cut off belongs to a signature that never left.
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
  /** Why it has to wait, if it has. */
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
