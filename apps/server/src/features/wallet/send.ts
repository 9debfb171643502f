/** Sending money to another member: the pair is the key, and the session has to be proven (proof.ts of accounts). */
import { formatMoney, fromWire } from '@giftlane/contract/money.ts';
import { defineJob, enqueue } from '../../jobs/jobs.ts';
import { isShort, type Journal, move, openAccounts, post, walletOf } from '../../ledger/ledger.ts';
import { crashPoint } from '../../platform/crash.ts';
import type { Queryable, Tx } from '../../platform/db.ts';
import { newId } from '../../platform/ids.ts';
import { Refusal } from '../../platform/refusal.ts';
import {
  findMembers,
  holdMembers,
  isLocked,
  isProven,
  type Member,
  type ProofParts,
  proveByPassword,
  unprovenAtField,
} from '../accounts/accounts.ts';
import type { Options } from '../content/content.ts';
import {
  type Bond,
  findPermit,
  lockPermit,
  type Pair,
  type Permit,
  spendPermit,
} from './permit-queries.ts';
import { pairOf, type Tokens } from './permits.ts';
import {
  findTransfer,
  insertTransfer,
  lockSends,
  sentInADay,
  type Transfer,
} from './transfer-queries.ts';

/** Tells both sides by mail and push. */
export const sentJob = defineJob<{ transferId: string }>('wallet.sent', { attempts: 20 });

export type SendParts = ProofParts & { readonly options: Options };

export interface SendWish {
  readonly tokens: Tokens;
  /** Needed unless the session was proven lately. */
  readonly password: string | undefined;
  readonly receiverId: string;
  readonly amountMinor: bigint;
  readonly note: string;
}

/** A transfer, and whom it went to. */
export interface Sent extends Transfer {
  readonly receiverName: string;
}

/**
 * What a day may take out of a member's wallet, of which `sentMinor` was sent; undefined once the identity is
 * verified.
 */
export async function sendTerms(
  options: Options,
  { kycStatus }: Pick<Member, 'kycStatus'>,
  sentMinor: bigint,
): Promise<{ limitMinor: bigint; leftMinor: bigint } | undefined> {
  if (kycStatus === 'v') return undefined;
  const limitMinor = fromWire(await options.whole('send_daily_limit'));
  return { limitMinor, leftMinor: sentMinor < limitMinor ? limitMinor - sentMinor : 0n };
}

/** What a pair is spent on; another wish with it is refused. */
const inputOf = ({ receiverId, amountMinor, note }: SendWish) =>
  `${receiverId} ${amountMinor} ${note}`;

/** The transfer a pair was spent on; undefined when it may be spent. Refuses what is no good pair for this. */
async function spentOn(
  db: Queryable,
  permit: Permit | undefined,
  wish: SendWish,
): Promise<Transfer | undefined> {
  if (!permit) throw new Refusal('wallet.token');
  if (!permit.outcome) return undefined;
  const { input, transferId = '' } = permit.outcome;
  const transfer = input === inputOf(wish) ? await findTransfer(db, transferId) : undefined;
  if (!transfer) throw new Refusal('wallet.token');
  return transfer;
}

/** Refuses a sender who may not send. */
async function requireSender(
  { options }: SendParts,
  sender: Member | undefined,
  locked: boolean,
): Promise<Member> {
  if (!sender || sender.closedAt) throw new Refusal('session.required');
  if (sender.frozenAt) throw new Refusal('account.frozen');
  if (locked) throw new Refusal('account.locked');
  if (!sender.emailVerifiedAt && (await options.whole('verified_email_needed')) > 0)
    throw new Refusal('wallet.send_unverified');
  return sender;
}

/** Refuses a receiver who can not be sent money from this wallet. */
function requireReceiver(sender: Member, receiver: Member | undefined): Member {
  if (!receiver) throw new Refusal('wallet.send_not_found');
  if (receiver.id === sender.id) throw new Refusal('wallet.send_self');
  if (receiver.frozenAt || receiver.closedAt) throw new Refusal('wallet.send_unavailable');
  if (receiver.currency !== sender.currency)
    throw new Refusal('wallet.send_currency', {
      name: receiver.fullName,
      theirs: receiver.currency.toUpperCase(),
      yours: sender.currency.toUpperCase(),
    });
  return receiver;
}

/** Refuses more than a day may still take out of the sender's wallet. */
function requireWithinDay(
  terms: Awaited<ReturnType<typeof sendTerms>>,
  { currency }: Member,
  amountMinor: bigint,
): void {
  if (terms && amountMinor > terms.leftMinor)
    throw new Refusal('wallet.send_limit', {
      left: formatMoney(terms.leftMinor, currency),
      limit: formatMoney(terms.limitMinor, currency),
    });
}

function sendJournal({ memberId, id, receiverId, currency, amountMinor }: Transfer): Journal {
  return {
    owner: memberId,
    key: `send:${id}`,
    kind: 'send',
    reference: id,
    entries: move(amountMinor, currency, {
      from: walletOf(memberId, currency),
      to: walletOf(receiverId, currency),
    }),
  };
}

/** Everything a transfer writes, in one round trip with its commit. */
async function write(
  tx: Tx,
  transfer: Transfer,
  { pair, wish }: { pair: Pair; wish: SendWish },
): Promise<void> {
  await tx.last(() =>
    Promise.all([
      openAccounts(tx, transfer.receiverId, transfer.currency),
      insertTransfer(tx, transfer),
      post(tx, sendJournal(transfer)),
      spendPermit(tx, pair.tokenHash, {
        input: inputOf(wish),
        amountMinor: transfer.amountMinor.toString(),
        currency: transfer.currency,
        transferId: transfer.id,
      }),
      enqueue(tx, { job: sentJob, payload: { transferId: transfer.id } }),
    ]),
  );
}

/**
 * Always the pair first, then the sender's turn, then the members, then balances in the order of their
 * accounts, so that no two sends wait for each other in a circle.
 */
async function sendLocked(
  tx: Tx,
  parts: SendParts,
  { bond, pair, wish }: { bond: Bond; pair: Pair; wish: SendWish },
): Promise<Sent> {
  const { memberId, sessionId } = bond;
  const both = [memberId, wish.receiverId];
  const [permit, proven] = await Promise.all([lockPermit(tx, bond, pair), isProven(tx, sessionId)]);
  const known = await spentOn(tx, permit, wish);
  if (!proven) throw await unprovenAtField(tx, memberId, wish.password);
  // From here on a stranger is held as well.
  const [, , members, locked, sentMinor] = await Promise.all([
    lockSends(tx, memberId),
    holdMembers(tx, both),
    findMembers(tx, both),
    isLocked(tx, memberId),
    sentInADay(tx, memberId),
  ]);
  const to = members.get(wish.receiverId);
  if (known) return { ...known, receiverName: to?.fullName ?? '' };
  const sender = await requireSender(parts, members.get(memberId), locked);
  const receiver = requireReceiver(sender, to);
  requireWithinDay(await sendTerms(parts.options, sender, sentMinor), sender, wish.amountMinor);
  const transfer: Transfer = {
    memberId: sender.id,
    id: newId('snd'),
    receiverId: receiver.id,
    currency: sender.currency,
    amountMinor: wish.amountMinor,
    note: wish.note,
  };
  crashPoint('wallet.send_before_commit');
  await write(tx, transfer, { pair, wish });
  return { ...transfer, receiverName: receiver.fullName };
}

/**
 * Sends money, once. The pair is the key: repeated after success it answers the same transfer; with another
 * wish it is refused. Whatever fails spends no pair.
 */
export async function send(
  parts: SendParts,
  caller: Pick<Bond, 'memberId' | 'sessionId'>,
  wish: SendWish,
): Promise<Sent> {
  const { db } = parts;
  const bond: Bond = { ...caller, purpose: 'send' };
  const pair = pairOf(wish.tokens);
  if (wish.password !== undefined) {
    // No password is tried with a pair that is no good.
    await spentOn(db, await findPermit(db, bond, pair), wish);
    await proveByPassword(parts, caller, wish.password);
  }
  try {
    const sent = await db.tx((tx) => sendLocked(tx, parts, { bond, pair, wish }));
    crashPoint('wallet.sent');
    return sent;
  } catch (error) {
    if (isShort(error)) throw new Refusal('wallet.short');
    throw error;
  }
}
