/**
 * What was signed, in a file of the signer's own: its limits hold though somebody deletes from the database, and
 * one transfer is never signed as two different ones. A line is on the disk before a signature leaves.
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
import { coins } from '@giftlane/contract/coins.ts';
import * as z from 'zod';
import { days, hours } from '../platform/durations.ts';
import { StartRefused } from '../platform/ending.ts';
import { tryLock } from '../platform/lock.ts';
import type { Limits } from './config.ts';

const lineSchema = z.strictObject({
  at: z.int(),
  coin: z.enum(coins),
  transferId: z.string(),
  /** The id of the transaction. */
  txid: z.string(),
  units: z.string().regex(/^\d+$/).transform(BigInt),
  /** It went to a cold account: counted apart. */
  sweep: z.literal(true).optional(),
});
type Line = z.output<typeof lineSchema>;

/** It may be signed; or not before what was signed lately is older; or never. */
export type Judgement = 'now' | { readonly later: string } | { readonly refusal: string };

export interface SignedBook {
  /** Whether this may be signed now; what was, may be again, as the very same transaction. */
  judge(wish: Omit<Line, 'at'>, limits: Limits): Judgement;
  /** Notes it, once. */
  note(wish: Omit<Line, 'at'>): void;
  close(): void;
}

/** What has waited so long for room is not overtaken any more. */
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
  const requireWhole = () => {
    const { size } = fstatSync(handle);
    if (size < bytes) throw new Error('lines of the signed book are gone');
    if (size > bytes) throw new Error('somebody else writes in the signed book');
  };
  const letGo = ({ coin, sweep }: Pick<Line, 'coin' | 'sweep'>, sinceMs: number) =>
    recent
      .filter((line) => line.coin === coin && line.sweep === sweep && line.at > now() - sinceMs)
      .reduce((sum, { units }) => sum + units, 0n);
  /** What waits for room: since when, and when it was last asked for. */
  const waiting = new Map<
    string,
    Pick<Line, 'coin' | 'sweep'> & { since: number; asked: number }
  >();
  const makeWait = ({ transferId, coin, sweep }: Omit<Line, 'at'>, why: string): Judgement => {
    const { since } = waiting.get(transferId) ?? { since: now() };
    waiting.set(transferId, { coin, sweep, since, asked: now() });
    return { later: why };
  };
  /** Whether something that began to wait earlier has waited so long that the room is kept for it. */
  const isKept = ({ transferId, coin, sweep }: Omit<Line, 'at'>) => {
    const own = waiting.get(transferId)?.since ?? now();
    return [...waiting.values()].some(
      (one) =>
        one.coin === coin &&
        one.sweep === sweep &&
        one.since < own &&
        one.since < now() - longestWaitMs &&
        one.asked > now() - hours(1),
    );
  };
  return {
    judge(wish, { perTransfer, perHour, perDay }) {
      const { transferId, txid, units } = wish;
      requireWhole();
      const before = byTransfer.get(transferId);
      if (before)
        return before.txid === txid ? 'now' : { refusal: 'signed as another transaction before' };
      if (units > perTransfer || units > perHour || units > perDay)
        return { refusal: 'more than one transfer may take' };
      if (letGo(wish, hours(1)) + units > perHour)
        return makeWait(wish, 'more than an hour may take');
      if (letGo(wish, days(1)) + units > perDay) return makeWait(wish, 'more than a day may take');
      if (isKept(wish)) return makeWait(wish, 'what has waited longer goes first');
      return 'now';
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
      waiting.delete(wish.transferId);
      recent = [...recent.filter(({ at }) => at > now() - days(1)), line];
    },
    close() {
      closeSync(handle);
      lock.release();
    },
  };
}
