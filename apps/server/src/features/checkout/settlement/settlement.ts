/** Settlement files of the card provider: read line by line, matched at once, kept as a report. They book nothing. */
import { createHash } from 'node:crypto';
import { type TextKey, textOf } from '@giftlane/texts/text.ts';
import type { Db } from '../../../platform/db/db.ts';
import { Refusal } from '../../../platform/http/refusal.ts';
import { days } from '../../../platform/process/durations.ts';
import { newId } from '../../../platform/secrets/ids.ts';
import {
  type Payments,
  type SettlementFile,
  UnreadableSettlement,
} from '../../../providers/payments/port.ts';
import { fileOfHash, insertFile, matchLines } from './settlement-queries.ts';

export interface SettlementParts {
  readonly db: Db;
  readonly payments: Pick<Payments, 'readSettlement'>;
  /** The shop's account; empty when it is not known. */
  readonly payee: string;
}

const words: Readonly<Record<UnreadableSettlement['problem'], TextKey>> = {
  form: 'office.settlement.problem.form',
  missing: 'office.settlement.problem.missing',
  value: 'office.settlement.problem.value',
  account: 'office.settlement.problem.account',
  cut: 'office.settlement.problem.cut',
  long: 'office.settlement.problem.long',
};

const unreadable = (
  { line, column }: UnreadableSettlement['place'],
  problem: TextKey,
  facts: Readonly<Record<string, string | number>> = {},
) =>
  new Refusal('settlement.unreadable', {
    place: textOf(column ? 'office.settlement.cell' : 'office.settlement.line', { line, column }),
    problem: textOf(problem, facts),
  });

const mostDays = 32;

async function readFile(file: Blob, { payments, payee }: SettlementParts): Promise<SettlementFile> {
  try {
    const found = await payments.readSettlement(file.stream(), payee);
    if (found.endsAt.getTime() - found.beginsAt.getTime() > days(mostDays))
      throw unreadable({ line: 1 }, 'office.settlement.problem.period', { days: mostDays });
    return found;
  } catch (error) {
    if (!(error instanceof UnreadableSettlement)) throw error;
    const value = error.place.value?.slice(0, 60) ?? '';
    throw unreadable(error.place, words[error.problem], { value });
  }
}

async function hashOf(file: Blob): Promise<Buffer> {
  const hash = createHash('sha256');
  for await (const chunk of file.stream()) hash.update(chunk);
  return hash.digest();
}

/** Reads and matches a file, or finds the report of the same one. Refuses `settlement.unreadable`. */
export async function addSettlement(
  parts: SettlementParts,
  { file, name, readBy }: { file: Blob; name: string; readBy: string },
): Promise<{ readonly id: string; readonly known: boolean }> {
  const hash = await hashOf(file);
  const before = await fileOfHash(parts.db, hash);
  if (before) return { id: before.id, known: true };
  const { lines, ...head } = await readFile(file, parts);
  return parts.db.tx(async (tx) => {
    const id = newId('set');
    if (await insertFile(tx, { id, hash, name, readBy }, head)) {
      await matchLines(tx, id, lines);
      return { id, known: false };
    }
    // Somebody else has just read the same file.
    return { id: (await fileOfHash(tx, hash))?.id ?? '', known: true };
  });
}
