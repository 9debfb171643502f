import { appendFileSync, mkdtempSync, rmSync, truncateSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { hours, minutes } from '../platform/process/durations.ts';
import { openSignedBook } from './journal.ts';

const limits = { perTransfer: 10n, perHour: 15n, perDay: 20n };
const wish = (transferId: string, units: bigint, txid = transferId) => ({
  coin: 'btc' as const,
  transferId,
  txid,
  units,
});

function folder() {
  const dir = mkdtempSync(join(tmpdir(), 'giftlane-signed-'));
  onTestFinished(() => rmSync(dir, { recursive: true }));
  return dir;
}

test('what was signed counts for an hour and a day, also after a new start', () => {
  const dir = folder();
  let now = Date.parse('2026-01-02T12:00:00Z');
  const open = () => openSignedBook(dir, () => now);
  const first = open();
  expect(first.judge(wish('a', 11n), limits)).toEqual({
    refusal: 'more than one transfer may take',
  });
  // Nor will there be an hour that has room for it.
  expect(first.judge(wish('a', 9n), { ...limits, perHour: 8n })).toEqual({
    refusal: 'more than one transfer may take',
  });
  first.note(wish('a', 10n));
  first.close();
  const second = open();
  expect(second.judge(wish('b', 6n), limits)).toEqual({ later: 'more than an hour may take' });
  now += hours(2);
  expect(second.judge(wish('b', 6n), limits)).toBe('now');
  second.note(wish('b', 6n));
  now += hours(2);
  expect(second.judge(wish('c', 5n), limits)).toEqual({ later: 'more than a day may take' });
  now += hours(21);
  expect(second.judge(wish('c', 5n), limits)).toBe('now');
  second.close();
});

test('one transfer is never signed as two transactions, also with a line that was cut off', () => {
  const dir = folder();
  const first = openSignedBook(dir);
  first.note(wish('a', 1n, 'one'));
  first.close();
  appendFileSync(join(dir, 'signed.jsonl'), '{"at":1,"coin":"bt');
  const second = openSignedBook(dir);
  const other = { refusal: 'signed as another transaction before' };
  expect(second.judge(wish('a', 1n, 'two'), limits)).toEqual(other);
  expect(second.judge(wish('a', 1n, 'one'), limits)).toBe('now');
  second.note(wish('b', 1n));
  second.close();
  const third = openSignedBook(dir);
  expect(third.judge(wish('b', 1n, 'other'), limits)).toEqual(other);
  third.close();
});

test('what waits for an hour is not held back for ever by smaller ones that came after it', () => {
  const dir = folder();
  const limits = { perTransfer: 10n, perHour: 10n, perDay: 1_000n };
  let now = 1_000_000_000_000;
  const book = openSignedBook(dir, () => now);
  book.note(wish('before', 5n));
  let signed = false;
  for (let i = 0; i < 24 * 6 && !signed; i += 1) {
    now += minutes(10);
    // The signer goes by number: the old, large one first.
    if (book.judge(wish('large', 9n), limits) === 'now') signed = true;
    else if (book.judge(wish(`small${i}`, 1n), limits) === 'now') book.note(wish(`small${i}`, 1n));
  }
  book.close();
  expect(signed).toBe(true);
});

test('of several that have waited long the first is signed when there is room, then the next', () => {
  const limits = { perTransfer: 10n, perHour: 10n, perDay: 10n };
  let now = 1_000_000_000_000;
  const book = openSignedBook(folder(), () => now);
  book.note(wish('before', 10n));
  const signed: string[] = [];
  const waiting = new Map([
    ['first', 6n],
    ['second', 5n],
    ['third', 4n],
  ]);
  for (let i = 0; i < 50 * 60; i += 1) {
    now += minutes(1);
    // Each began to wait a minute after the one before.
    for (const [id, units] of [...waiting].slice(0, i + 1)) {
      if (book.judge(wish(id, units), limits) !== 'now') continue;
      book.note(wish(id, units));
      waiting.delete(id);
      signed.push(id);
    }
  }
  book.close();
  expect(signed).toEqual(['first', 'second', 'third']);
});

test('a second signer on one folder is refused, and signing ends where lines are gone or others write', () => {
  const dir = folder();
  const one = openSignedBook(dir);
  expect(() => openSignedBook(dir)).toThrow('SIGNER_DIR: another signer uses');
  one.note(wish('a', 10n, 'one'));
  one.close();
  const next = openSignedBook(dir);
  expect(next.judge(wish('b', 6n), limits)).toEqual({ later: 'more than an hour may take' });
  appendFileSync(join(dir, 'signed.jsonl'), '{"at":1,"coin":"bt');
  expect(() => next.judge(wish('a', 10n, 'one'), limits)).toThrow('somebody else writes');
  truncateSync(join(dir, 'signed.jsonl'), 0);
  expect(() => next.judge(wish('d', 1n), limits)).toThrow('gone');
  next.close();
});
