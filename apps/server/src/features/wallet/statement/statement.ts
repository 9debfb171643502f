/**
 * A wallet's statement of a period. Movements are numbered in commit order and the range is fixed at the start. So
 * they can be read in chunks, without a transaction held open for a slow reader, and still add up.
 */
import { text } from '@giftlane/texts/text.ts';
import { openAccounts, walletOf } from '../../../ledger/ledger.ts';
import {
  type Movement,
  type MovementRange,
  movementsBetween,
  spanOf,
  turnoverOf,
} from '../../../ledger/movements.ts';
import type { Db } from '../../../platform/db/db.ts';
import { days } from '../../../platform/process/durations.ts';
import { type Member, needMember } from '../../accounts/accounts.ts';
import { describeMovements, type WireMovement } from '../movements.ts';

/** First and last day, `YYYY-MM-DD`, both inclusive, in an IANA time zone. */
export interface Days {
  readonly from: string;
  readonly to: string;
  readonly zone: string;
}

export interface WalletStatement extends Days {
  /** `from` inclusive, `to` exclusive. */
  readonly period: Readonly<Record<'from' | 'to', Date>>;
  /** Lines about the company that runs the shop. */
  readonly company: readonly string[];
  readonly member: Member;
  readonly span: MovementRange;
  readonly inMinor: bigint;
  readonly outMinor: bigint;
}

/** A movement and its API form. */
export interface Line {
  readonly movement: Movement;
  readonly wire: WireMovement;
}

/** Movements read per chunk. */
const linesAtOnce = 500;

/** Local time of a zone, as if it were UTC; in ms. */
const shownAt = (at: number, timeZone: string) =>
  Date.parse(`${new Date(at).toLocaleString('sv-SE', { timeZone })}Z`);

/** The start of a day in a zone, also where clock changes skip or repeat midnight. */
function startOf(day: string, zone: string): Date {
  const midnight = Date.parse(`${day}T00:00:00Z`);
  const near = 2 * midnight - shownAt(midnight, zone);
  const tries = [near, midnight + near - shownAt(near, zone)].sort((a, b) => a - b);
  return new Date(tries.find((at) => shownAt(at, zone) >= midnight) ?? near);
}

const dayAfter = (day: string) =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days(1)).toISOString().slice(0, 10);

/** Fixes the statement's range and totals. Refuses `session.required` for an unknown member. */
export async function prepareStatement(
  db: Db,
  memberId: string,
  { company, ...asked }: Days & Pick<WalletStatement, 'company'>,
): Promise<WalletStatement> {
  const member = await needMember(db, memberId);
  const period = {
    from: startOf(asked.from, asked.zone),
    to: startOf(dayAfter(asked.to), asked.zone),
  };
  const wallet = walletOf(memberId, member.currency);
  const find = () => spanOf(db, wallet, period);
  const span = (await find()) ?? (await open(db, member).then(find));
  if (!span) throw new Error(`${wallet} could not be opened`);
  return { ...asked, period, company, member, span, ...(await turnoverOf(db, span)) };
}

const open = (db: Db, { id, currency }: Member) => db.tx((tx) => openAccounts(tx, id, currency));

/** The lines of a statement in order, in chunks. Throws when balances do not add up. */
export async function* linesOf(
  db: Db,
  { member, span }: WalletStatement,
): AsyncGenerator<readonly Line[]> {
  let balance = span.openingMinor;
  for (let behind = span.before; behind < span.last; behind += BigInt(linesAtOnce)) {
    const most = behind + BigInt(linesAtOnce);
    const upTo = most < span.last ? most : span.last;
    const movements = await movementsBetween(db, span, { behind, upTo });
    for (const { amountMinor, balanceMinor } of movements) {
      balance += amountMinor;
      if (balance !== balanceMinor)
        throw new Error(`the statement of ${member.id} does not add up`);
    }
    const wires = await describeMovements(db, member.id, movements);
    yield movements.flatMap((movement, i) => {
      const wire = wires[i];
      return wire ? [{ movement, wire }] : [];
    });
  }
  if (balance !== span.closingMinor) throw new Error(`the statement of ${member.id} is not whole`);
}

/** The client's id of the related order or top-up, else ours. */
export const referenceOf = ({ movement, wire }: Line): string =>
  wire.sOrderId || movement.reference;

/** The download's file name. */
export const fileNameOf = ({ from, to }: Days, ending: 'csv' | 'pdf'): string =>
  `${text('shop.name').toLowerCase()}-wallet-${from}-to-${to}.${ending}`;
