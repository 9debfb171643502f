import { appendFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { hours } from '../platform/durations.ts';
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
  expect(first.refusalOf(wish('a', 11n), limits)).toBe('more than one transfer may take');
  first.note(wish('a', 10n));
  first.close();
  const second = open();
  expect(second.refusalOf(wish('b', 6n), limits)).toBe('more than an hour may take');
  now += hours(2);
  expect(second.refusalOf(wish('b', 6n), limits)).toBeUndefined();
  second.note(wish('b', 6n));
  now += hours(2);
  expect(second.refusalOf(wish('c', 5n), limits)).toBe('more than a day may take');
  now += hours(21);
  expect(second.refusalOf(wish('c', 5n), limits)).toBeUndefined();
  second.close();
});

test('one transfer is never signed as two transactions, also with a line that was cut off', () => {
  const dir = folder();
  const first = openSignedBook(dir);
  first.note(wish('a', 1n, 'one'));
  first.close();
  appendFileSync(join(dir, 'signed.jsonl'), '{"at":1,"coin":"bt');
  const second = openSignedBook(dir);
  expect(second.refusalOf(wish('a', 1n, 'two'), limits)).toBe(
    'signed as another transaction before',
  );
  expect(second.refusalOf(wish('a', 1n, 'one'), limits)).toBeUndefined();
  second.note(wish('b', 1n));
  second.close();
  const third = openSignedBook(dir);
  expect(third.refusalOf(wish('b', 1n, 'other'), limits)).toBe(
    'signed as another transaction before',
  );
  third.close();
});
