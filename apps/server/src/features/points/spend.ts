import type { Currency } from '@giftlane/contract/money/money.ts';
import { isShort, openAccounts, openPoints, post } from '../../ledger/ledger.ts';
import type { Db, Tx } from '../../platform/db/db.ts';
import { brokenConstraint } from '../../platform/db/errors.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { holdMembers, needActive } from '../accounts/accounts.ts';
import type { Options } from '../content/content.ts';
import { spendJournal } from './postings.ts';
import { pointTerms } from './terms.ts';

interface Wish {
  readonly memberId: string;
  readonly key: string;
  readonly points: bigint;
}

async function spendHeld(tx: Tx, { memberId, key, points }: Wish): Promise<Currency> {
  await holdMembers(tx, [memberId]);
  const { currency } = await needActive(tx, memberId);
  await openAccounts(tx, memberId, currency);
  await openPoints(tx, [{ memberId, currency }]);
  await post(tx, spendJournal({ memberId, currency }, { key, points }));
  return currency;
}

/**
 * Turns points into wallet money, once per key; answers the wallet's currency. Refuses `session.required` for a
 * closed account, `account.frozen`, `points.too_few`, `points.short`, and `points.key_used` when the key was
 * used for another number of points.
 */
export async function spendPoints(
  { db, options }: { db: Db; options: Options },
  wish: Wish,
): Promise<Currency> {
  const { leastPoints } = await pointTerms(options);
  if (wish.points < leastPoints)
    throw new Refusal('points.too_few', { least: leastPoints.toString() });
  try {
    return await db.tx((tx) => spendHeld(tx, wish));
  } catch (error) {
    if (isShort(error)) throw new Refusal('points.short');
    if (brokenConstraint(error) === 'ledger_journals_same_input')
      throw new Refusal('points.key_used');
    throw error;
  }
}
