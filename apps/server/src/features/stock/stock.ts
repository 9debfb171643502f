/**
 * The stock of codes: import, taking, release, reveal. A sold code never changes its owner; PostgreSQL guards
 * the transitions between its states (sql/0005_stock.sql). Knows cards by their ids only.
 */
import type { Db, Queryable, Tx } from '../../platform/db/db.ts';
import { sweepAll } from '../../platform/db/sweep.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import type { KeyRing } from '../../platform/secrets/secrets.ts';
import {
  addMoves,
  type CodeState,
  countFree,
  fewerThan,
  freeReserved,
  freeSince,
  type HeldCode,
  queueForCard,
  reservedCounts,
  sellReserved,
  takeUnlocked,
  takeWaiting,
  voidExpired,
  voidExpiredFree,
  voidSold,
  voidUnviewed,
  type Want,
} from './queries.ts';
import { logReveals, logStaffReveal, markViewed, sealedOf } from './reveal-queries.ts';
import { codeIdentity } from './rules.ts';

export {
  codesByEnd,
  codesBySerial,
  codesOfLines,
  type FoundCode,
  takenCodes,
} from './find-codes.ts';
export {
  checkCodes,
  codeColumns,
  Duplicates,
  importCodes,
  loadCodes,
  readCodes,
  undoBatch,
} from './import-codes.ts';
export { stockInvariants } from './invariants.ts';
export type { HeldCode, Want } from './queries.ts';
export {
  countAllFree,
  countByLine,
  countFree,
  countFreeUpTo,
  firstOfLines,
  levels,
  lockShelves,
  lockViewed,
  pageOfLines,
} from './queries.ts';
export { pageOfReveals, type Reveal, revealsOf, revealsOfCode } from './reveal-queries.ts';
export { codesWithoutTail, fillTails } from './tails.ts';

/** Wants in the order of locks that all transactions use, so that they can not deadlock. */
const inLockOrder = (wants: readonly Want[]) =>
  wants.toSorted((a, b) => (a.cardId < b.cardId ? -1 : a.cardId > b.cardId ? 1 : 0));

interface Taking {
  readonly wants: readonly Want[];
  readonly state: CodeState;
  /** Title of a card, for the refusal. */
  readonly titleOf: (cardId: string) => string;
}

/**
 * Takes codes without waiting. It may return fewer than wanted, since a transaction that holds others can
 * still roll back: see `missingOf` for the rest, and `takeAllCodes`, which waits.
 */
export function takeCodes(tx: Tx, { wants, state }: Taking): Promise<HeldCode[]> {
  return takeUnlocked(tx, inLockOrder(wants), state);
}

/** What of `wants` is still missing after `taken`. */
export function missingOf(wants: readonly Want[], taken: readonly HeldCode[]): Want[] {
  const count = Map.groupBy(taken, (code) => code.lineId);
  return wants
    .map((want) => ({
      ...want,
      quantity: want.quantity - (count.get(want.lineId)?.length ?? 0),
    }))
    .filter((want) => want.quantity > 0);
}

/**
 * Takes all wanted codes or refuses `order.out_of_stock` (facts: left, title, cardId). Takes free codes at
 * once; for the rest it queues per card and waits for locked codes, so that a waiter gets a code whose holder
 * rolls back. Expects that none was taken for these lines before.
 */
export async function takeAllCodes(tx: Tx, taking: Taking): Promise<HeldCode[]> {
  const wants = inLockOrder(taking.wants);
  const taken: HeldCode[] = [];
  for (const want of wants) {
    // Sequential, to keep the order of locks; orders have few cards, mostly found without waiting.
    taken.push(...(await takeOrWait(tx, want, taking)));
  }
  return taken;
}

class TooFew extends Error {}

async function takeOrWait(tx: Tx, want: Want, { state, titleOf }: Taking): Promise<HeldCode[]> {
  const all = (codes: HeldCode[]) => {
    // Thrown inside the savepoint: its rollback releases locks taken out of order before waiting.
    if (codes.length < want.quantity) throw new TooFew();
    return codes;
  };
  const tryTake = (take: () => Promise<HeldCode[]>) =>
    tx
      .nested(async () => all(await take()))
      .catch((error: unknown) => {
        if (error instanceof TooFew) return undefined;
        throw error;
      });
  const first = await tryTake(() => takeUnlocked(tx, [want], state));
  if (first) return first;
  await queueForCard(tx, want.cardId);
  // A code waited for may have been sold: tries again. Every failed round means that some code was sold.
  for (let round = 0; round <= want.quantity; round += 1) {
    const found = await tryTake(() => takeWaiting(tx, want, state));
    if (found) return found;
    if ((await countFree(tx, want.cardId)) < want.quantity) break;
  }
  const left = await countFree(tx, want.cardId);
  throw new Refusal(
    'order.out_of_stock',
    { left, title: titleOf(want.cardId), cardId: want.cardId },
    { iGiftCardId: want.cardId, nLeft: left },
  );
}

/** Codes on sale of the cards that have fewer than wanted; others are absent. */
export async function shortOf(
  db: Queryable,
  wants: readonly { cardId: string; quantity: number }[],
): Promise<Map<string, number>> {
  const rows = wants.length === 0 ? [] : await fewerThan(db, wants);
  return new Map(rows.map(({ cardId, free }) => [cardId, free]));
}

/** Sells the reserved codes of lines; returns those sold now. */
export function sellCodes(tx: Tx, lineIds: readonly string[]): Promise<HeldCode[]> {
  return sellReserved(tx, lineIds);
}

/** Reserved codes of each line, after voiding expired ones. */
export async function reservedByLine(
  tx: Tx,
  lineIds: readonly string[],
): Promise<Map<string, number>> {
  const [, counts] = await Promise.all([voidExpired(tx, lineIds), reservedCounts(tx, lineIds)]);
  return new Map(counts.map(({ lineId, codes }) => [lineId, codes]));
}

/** Releases the reserved codes of lines. */
export async function giveBackCodes(tx: Tx, lineIds: readonly string[]): Promise<void> {
  await freeReserved(tx, lineIds);
}

/** Voids the codes of a refunded line that were never viewed; returns their number. */
export function voidCodes(tx: Tx, lineId: string): Promise<number> {
  return voidUnviewed(tx, lineId);
}

/**
 * Voids a sold code and sells another one of its card to the same line. Undefined, with nothing changed, when none is
 * free.
 */
export async function replaceCode(tx: Tx, id: bigint, want: Omit<Want, 'quantity'>) {
  const taking = { wants: [{ ...want, quantity: 1 }], state: 'sold', titleOf: () => '' } as const;
  const [taken] = await takeAllCodes(tx, taking).catch((error: unknown) => {
    if (error instanceof Refusal && error.code === 'order.out_of_stock') return [];
    throw error;
  });
  if (taken && !(await voidSold(tx, id))) throw new Error(`code ${id} is not sold`);
  return taken;
}

/** A decrypted code, only for its owner. */
export interface OpenCode {
  readonly id: bigint;
  readonly lineId: string;
  readonly serial: string;
  readonly content: string;
  readonly viewedAt: Date;
  /** The last valid day. */
  readonly validUntil: string | null;
}

interface Revealing {
  readonly memberId: string;
  readonly orderId: string;
  readonly lineIds: readonly string[];
  /** Undefined means all codes of the lines. */
  readonly codeIds?: readonly bigint[];
  readonly kind: 'view' | 'download';
  readonly address: string;
  readonly sessionId: string;
  /** True if the session had recently proven to be the member's. */
  readonly proven: boolean;
  readonly keys: KeyRing;
}

/**
 * Reveals sold codes of the member, in the order of the lines: marks them viewed the first time and logs
 * every reveal.
 */
export async function revealCodes(tx: Tx, revealing: Revealing): Promise<OpenCode[]> {
  const sealed = await markViewed(tx, revealing);
  const places = new Map(revealing.lineIds.map((id, place) => [id, place]));
  const placeOf = ({ lineId }: { lineId: string }) => places.get(lineId) ?? 0;
  await logReveals(tx, { ...revealing, codeIds: sealed.map((code) => code.id) });
  return sealed
    .map(({ content, cardId, ...code }) => ({
      ...code,
      content: revealing.keys.open(content, codeIdentity({ id: code.id, cardId })),
    }))
    .sort((a, b) => placeOf(a) - placeOf(b) || Number(a.id - b.id));
}

/**
 * Opens a sold code of an order for an operator and logs that: it counts as seen by staff, not by its owner. Undefined
 * when there is none.
 */
export async function showToStaff(
  tx: Tx,
  of: Record<'memberId' | 'orderId' | 'operator', string> & { codeId: bigint; keys: KeyRing },
) {
  const code = await sealedOf(tx, of);
  if (!code) return undefined;
  await logStaffReveal(tx, of);
  const { content, ...rest } = code;
  return { ...rest, content: of.keys.open(content, codeIdentity(code)) };
}

/**
 * Reads the codes on sale by card, cards without any may be absent. Each call after the first reads only cards whose
 * codes have changed since.
 */
export function stockReader(): (db: Queryable) => Promise<ReadonlyMap<string, number>> {
  const counted = new Map<string, number>();
  let seen = 0n;
  return async (db) => {
    const parts = await freeSince(db, seen);
    for (const { cardId, codes, revision } of parts) {
      if (revision === null) continue;
      counted.set(cardId, codes);
      if (revision > seen) seen = revision;
    }
    const levels = new Map(counted);
    for (const { cardId, codes, revision } of parts)
      if (revision === null) levels.set(cardId, (levels.get(cardId) ?? 0) + codes);
    return levels;
  };
}

const movesAtOnce = 10_000;

/** Adds moves of codes to the counts of their cards. */
export async function countMoves(db: Db, stopping?: AbortSignal): Promise<void> {
  while (!stopping?.aborted && (await db.tx((tx) => addMoves(tx, movesAtOnce))) === movesAtOnce);
}

/** Voids expired free codes, so that taking codes need not skip them. */
export function sweepExpired(db: Queryable, stopping?: AbortSignal): Promise<void> {
  return sweepAll(stopping, (most) => voidExpiredFree(db, most));
}
