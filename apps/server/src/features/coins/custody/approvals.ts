/**
 * Held sends (`pendingApproval`): their outputs are reserved, and the signer is not asked to sign yet. Each is decided
 * once: approved by one person or two, rejected by one, cancelled by its member, or released when its time comes.
 */
import { createHmac } from 'node:crypto';

import type { Coin } from '@giftlane/contract/money/coins.ts';
import { text } from '@giftlane/texts/text.ts';
import type { Db, Tx } from '../../../platform/db/db.ts';
import { Refusal } from '../../../platform/http/refusal.ts';
import { crashPoint } from '../../../platform/process/crash.ts';
import { scriptOf } from '../../../utxo/scripts.ts';
import { isSame } from '../../../utxo/tags.ts';
import { isWaitingTagged, readWish, wishTag } from '../../../utxo/wish.ts';
import { holdMembers, needActing } from '../../accounts/accounts.ts';
import { lockChain } from '../chain/chain-queries.ts';
import { type CoinParts, needNetwork } from '../parts.ts';
import { tellByMail } from '../sends/mail-job.ts';
import { isMined, lockSend, type Moving, setTransferState } from '../sends/moving-queries.ts';
import { type CoinTransfer, transferById } from '../sends/transfer-queries.ts';
import { reverseSend } from '../sends/undo.ts';
import { insertWish } from '../sends/wish-queries.ts';
import { house } from '../wallets/wallet-queries.ts';
import {
  type Approver,
  type Consent,
  consentsTo,
  dueSends,
  insertConsent,
  isStopped,
  noteDecision,
  ownerOfTransfer,
  type PendingApproval,
  refuseStopped,
  stoppedSends,
  waitingOf,
} from './approval-queries.ts';
import { requireNotHeld } from './holds.ts';

type Parts = Pick<CoinParts, 'nodes' | 'wishKey'>;

/** Locks a held send; refuses `coins.transfer_not_found` and `coins.not_waiting`. */
async function lockWaiting(tx: Tx, id: string): Promise<Moving> {
  const send = await lockSend(tx, id);
  if (!send) throw new Refusal('coins.transfer_not_found', { transfer: id });
  if (send.state !== 'pendingApproval')
    throw new Refusal('coins.not_waiting', { transfer: id, state: send.state });
  return send;
}

/** The owner of a send; refuses `coins.transfer_not_found`. */
async function needOwner(tx: Tx, id: string): Promise<string> {
  const owner = await ownerOfTransfer(tx, id);
  if (owner === undefined) throw new Refusal('coins.transfer_not_found', { transfer: id });
  return owner;
}

/** Locks the member and refuses a frozen account as `needActing` does. */
async function requireMoving(tx: Tx, owner: string): Promise<void> {
  if (owner === house) return;
  await holdMembers(tx, [owner]);
  await needActing(tx, owner);
}

/**
 * True when a held signing request has its tag, and pays the address, amount and fee of the transfer shown for
 * approval.
 */
function isUnchanged(
  { nodes, wishKey }: Parts,
  { wish, tag, goesAt, coin }: PendingApproval,
  shown: CoinTransfer,
): boolean {
  if (!isWaitingTagged(wishKey, coin, { text: wish, tag, goesAt })) return false;
  const { transferId, outputs, inputs } = readWish(wish);
  const [first] = outputs;
  const to = scriptOf(shown.address, needNetwork({ nodes }, coin));
  const sum = (all: readonly { readonly value: bigint }[]) =>
    all.reduce((total, { value }) => total + value, 0n);
  return (
    transferId === shown.id &&
    coin === shown.coin &&
    'script' in to &&
    first?.script === to.script &&
    first.value === shown.value &&
    outputs.slice(1).every(({ change }) => change !== undefined) &&
    sum(inputs) - sum(outputs) === shown.fee
  );
}

/** The tag of a consent: whoever can only write to the database makes none. */
const consentTag = (key: Buffer, transferId: string, operatorId: string | null) =>
  createHmac('sha256', key)
    .update(`giftlane coin consent\n${transferId}\n${operatorId ?? ''}`)
    .digest();

/** The number of persons who have to let a held send go: two for a payout that waits for people. */
export const personsFor = (owner: string, goesAt: Date | null): 1 | 2 =>
  goesAt === null && owner !== house ? 2 : 1;

/** Stores a person's consent and returns all; refuses `coins.second_person` when they consented before. */
async function consent(
  tx: Tx,
  { wishKey }: Parts,
  id: string,
  person: Approver,
): Promise<readonly Consent[]> {
  const tagOf = (operatorId: string | null) => consentTag(wishKey, id, operatorId);
  const tag = tagOf(person.operatorId ?? null);
  if (!(await insertConsent(tx, id, { ...person, tag }))) throw new Refusal('coins.second_person');
  const given = await consentsTo(tx, id);
  return given.filter((one) => isSame(one.tag, tagOf(one.operatorId)));
}

/**
 * Lets a held send be signed, once; false when another person has to consent first. Refuses `coins.transfer_not_found`, `coins.not_waiting`, `coins.held`,
 * `session.required`, `account.frozen`, `account.locked` also when the owner froze the account since,
 * `coins.altered` when the signing request differs from the transfer, and `coins.second_person`.
 */
async function letGo(
  tx: Tx,
  parts: Parts,
  id: string,
  decision: { what: 'approved'; person: Approver } | { what: 'released' },
): Promise<boolean> {
  const owner = await needOwner(tx, id);
  await requireMoving(tx, owner);
  const { coin } = await lockWaiting(tx, id);
  // After a restore from a backup a block may have the send already: then it is let through.
  if ((await isStopped(tx, id)) && !(await isMined(tx, id))) throw new Refusal('account.locked');
  await requireNotHeld(tx, coin);
  const [waiting, shown] = await Promise.all([waitingOf(tx, id), transferById(tx, id)]);
  if (!waiting || !shown || !isUnchanged(parts, waiting, shown))
    throw new Refusal('coins.altered', { transfer: id });
  const { wish, goesAt } = waiting;
  if (decision.what === 'approved') {
    const given = await consent(tx, parts, id, decision.person);
    if (given.length < personsFor(owner, goesAt)) return false;
    await noteDecision(tx, id, { what: 'approved', by: given.map(({ by }) => by).join(', ') });
  } else await noteDecision(tx, id, decision);
  await setTransferState(tx, id, 'created');
  crashPoint('coins.approving');
  await insertWish(tx, {
    coin,
    transferId: id,
    text: wish,
    tag: wishTag(parts.wishKey, coin, wish),
  });
  return true;
}

/**
 * A person approves a held send. A payout that waits for people goes once a second one has approved it: false until
 * then. Refuses as `letGo` does.
 */
export async function approveSend(
  db: Db,
  parts: Parts,
  id: string,
  person: Approver,
): Promise<boolean> {
  const goes = await db.tx((tx) => letGo(tx, parts, id, { what: 'approved', person }));
  crashPoint('coins.approved');
  return goes;
}

/**
 * Drops a held send and frees its outputs. Locks the chain before the send, as booking a block does. Refuses
 * `coins.transfer_not_found` and `coins.not_waiting`.
 */
async function drop(
  tx: Tx,
  id: string,
  decision: { what: 'cancelled'; by: string } | { what: 'rejected'; by: string; reason: string },
): Promise<Moving> {
  const known = await transferById(tx, id);
  if (!known) throw new Refusal('coins.transfer_not_found', { transfer: id });
  await lockChain(tx, known.coin);
  const send = await lockWaiting(tx, id);
  // The database is older than the chain: the send is in a block and can only be approved.
  if (await isMined(tx, id))
    throw new Refusal('coins.not_waiting', { transfer: id, state: 'confirmed' });
  await noteDecision(tx, id, decision);
  await reverseSend(tx, send, 'rejected');
  return send;
}

/**
 * An operator rejects a held send: the coins are credited back, and a member is notified with the reason. Refuses
 * `coins.transfer_not_found` and `coins.not_waiting`.
 */
export async function rejectSend(
  db: Db,
  id: string,
  { by, reason }: { by: string; reason: string },
): Promise<void> {
  await db.tx(async (tx) => {
    const { owner } = await drop(tx, id, { what: 'rejected', by, reason });
    if (owner !== house) await tellByMail(tx, { transferId: id, about: 'rejected' });
  });
}

/** A member cancels a held send of theirs. Refuses as `rejectSend` does. */
export async function cancelSend(db: Db, memberId: string, id: string): Promise<CoinTransfer> {
  return db.tx(async (tx) => {
    if ((await ownerOfTransfer(tx, id)) !== memberId)
      throw new Refusal('coins.transfer_not_found', { transfer: id });
    await drop(tx, id, { what: 'cancelled', by: memberId });
    const transfer = await transferById(tx, id);
    if (!transfer) throw new Refusal('coins.transfer_not_found', { transfer: id });
    return transfer;
  });
}

const atOnce = 100;

/**
 * Refuses and rejects sends that their owner may not have made: not signed yet, and created before the owner froze the
 * account.
 */
export async function dropStopped(
  { db }: Pick<CoinParts, 'db'>,
  coin: Coin,
  stopping?: AbortSignal,
): Promise<void> {
  await refuseStopped(db, coin);
  for (const id of await stoppedSends(db, coin, atOnce)) {
    if (stopping?.aborted) return;
    try {
      await rejectSend(db, id, { by: 'shop', reason: text('coins.over.locked') });
    } catch (error) {
      // The send was decided in parallel, or a block has it.
      if (!(error instanceof Refusal)) throw error;
    }
  }
}

/** Releases held sends whose time has come; those refused are retried on the next run. */
export async function releaseDue(
  parts: Pick<CoinParts, 'db' | 'log' | 'nodes' | 'wishKey'>,
  coin: Coin,
  stopping?: AbortSignal,
): Promise<void> {
  const { db, log } = parts;
  for (const id of await dueSends(db, coin, atOnce)) {
    if (stopping?.aborted) return;
    try {
      await db.tx((tx) => letGo(tx, parts, id, { what: 'released' }));
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      if (error.code === 'coins.held') return;
      if (error.code === 'coins.altered')
        log.error({ coin, transfer: id }, 'a send that waited was altered in the database');
    }
  }
}
