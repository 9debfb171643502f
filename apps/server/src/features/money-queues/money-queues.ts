/** The public interface of money queues: what their cases have in common. */
import { toDecimalText } from '@giftlane/contract/money/money.ts';
import type { FactName } from '@giftlane/contract/office/money-queues.ts';
import { type Entry, isCoin, type Unit } from '../../ledger/ledger.ts';
import { rehearse } from '../../ledger/rehearse.ts';
import type { Db, Queryable } from '../../platform/db/db.ts';
import { unitsText } from '../../utxo/units.ts';
import { findMember } from '../accounts/accounts.ts';
import { entriesAbout } from '../audit/audit.ts';

/** An amount for the wire: money with two decimals, coins in whole coins. */
export const exact = (minor: bigint, unit: Unit) => ({
  sAmount: isCoin(unit) ? unitsText(minor) : toDecimalText(minor),
  sUnit: unit,
});

export const entriesShown = (entries: readonly Entry[]) =>
  entries.map(({ account, currency, amountMinor }) => ({
    sAccount: account,
    ...exact(amountMinor, currency),
  }));

/** What work would book, and its result; nothing of it is kept. */
export async function sumsOf<T>(db: Db, work: (db: Db) => Promise<T>) {
  const { result, posted } = await rehearse(db, work);
  return { result, aBooked: entriesShown(posted) };
}

/** Facts by name, without those that are not there. */
export const factsOf = (facts: Readonly<Partial<Record<FactName, string | null | undefined>>>) =>
  Object.entries(facts).flatMap(([name, value]) =>
    value === null || value === undefined || value === ''
      ? []
      : [{ eFact: name as FactName, sValue: value }],
  );

/** The member of a case, as it shows them. */
export async function memberShown(db: Queryable, memberId: string) {
  const member = await findMember(db, memberId);
  if (!member) return null;
  const { id, fullName, email, frozenAt } = member;
  return { _id: id, sName: fullName, sEmail: email, bFrozen: frozenAt !== null };
}

const mostEntries = 50;

/** What people did about a case, by the deeds that decide it. */
export async function historyShown(db: Queryable, id: string, deeds: readonly string[]) {
  const entries = await entriesAbout(db, id, mostEntries);
  return entries
    .filter(({ deed }) => deeds.includes(deed))
    .map(({ actor, deed, reason, createdAt }) => ({
      dAt: createdAt.toISOString(),
      sWho: actor,
      sDeed: deed,
      sReason: reason,
    }));
}
