/**
 * Transfers to other members. The token pair is the idempotency key; the session must be proven (proof.ts of
 * accounts). Concurrent sends share a transaction, like orders (docs/decisions/0009-orders-share-a-transaction.md).
 */
import { defineJob, enqueueAll } from '../../../jobs/jobs.ts';
import {
  isShort,
  type Journal,
  move,
  openWallets,
  postAll,
  walletOf,
} from '../../../ledger/ledger.ts';
import type { Queryable, Tx } from '../../../platform/db/db.ts';
import { isRefusedByDatabase } from '../../../platform/db/errors.ts';
import { Refusal } from '../../../platform/http/refusal.ts';
import { Gate } from '../../../platform/limits/gate.ts';
import { groupTx, makeGroups, oneTransaction } from '../../../platform/limits/groups.ts';
import { crashPoint } from '../../../platform/process/crash.ts';
import { newId } from '../../../platform/secrets/ids.ts';
import {
  findMembers,
  holdMembers,
  type ProofParts,
  proveByPassword,
  provenAmong,
  unprovenAtField,
} from '../../accounts/accounts.ts';
import type { Options } from '../../content/content.ts';
import {
  type Bearer,
  findPermit,
  lockPermits,
  type Permit,
  type PermitScope,
  spendPermits,
} from './permit-queries.ts';
import { pairOf, type Tokens } from './permits.ts';
import { requireReceiver, requireSender, requireWithinDay, sendTerms } from './send-rules.ts';
import {
  findTransfer,
  insertTransfers,
  lockSends,
  sentInADay,
  type Transfer,
} from './transfer-queries.ts';

/** Tells sender and receiver by mail and push. */
export const sentJob = defineJob<{ transferId: string }>('wallet.sent', { attempts: 20 });

export type SendParts = ProofParts & { readonly options: Options };

export interface TransferRequest {
  readonly tokens: Tokens;
  /** Needed unless the session was proven recently. */
  readonly password: string | undefined;
  readonly receiverId: string;
  readonly amountMinor: bigint;
  readonly note: string;
}

/** A transfer with the receiver's name. */
export interface SentTransfer extends Transfer {
  readonly receiverName: string;
}

/** Identifies a request: another one with a spent pair is refused. */
const inputOf = ({ receiverId, amountMinor, note }: TransferRequest) =>
  `${receiverId} ${amountMinor} ${note}`;

/** The transfer of a spent pair; undefined when unspent. Refuses `wallet.token` for a bad pair or another request. */
async function spentOn(
  db: Queryable,
  permit: Permit | undefined,
  wish: TransferRequest,
): Promise<Transfer | undefined> {
  if (!permit) throw new Refusal('wallet.token');
  if (!permit.outcome) return undefined;
  const { input, transferId = '' } = permit.outcome;
  const transfer = input === inputOf(wish) ? await findTransfer(db, transferId) : undefined;
  if (!transfer) throw new Refusal('wallet.token');
  return transfer;
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

/** One send of a shared transaction. */
interface Asked extends Bearer {
  readonly wish: TransferRequest;
}

/** A send with a valid pair and a proven session; `known` is the transfer of a spent pair. */
interface Admitted extends Asked {
  readonly known: Transfer | undefined;
}

/** Result of one send in a group; its refusal does not affect the others. */
type Answer<T> = { readonly good: T } | { readonly refusal: unknown };

/** Applies `take` to the results that are not refusals, at the same positions. */
function step<From, To>(
  answers: readonly Answer<From>[],
  take: (one: From, i: number) => Promise<To>,
): Promise<Answer<To>[]> {
  return Promise.all(
    answers.map(async (answer, i) => {
      if ('refusal' in answer) return answer;
      try {
        return { good: await take(answer.good, i) };
      } catch (refusal) {
        return { refusal };
      }
    }),
  );
}

const goodOf = <T>(answers: readonly Answer<T>[]): T[] =>
  answers.flatMap((answer) => ('good' in answer ? [answer.good] : []));

/** Locks the pairs; refuses sends with a bad pair or an unproven session. */
async function authorizeSends(tx: Tx, asked: readonly Asked[]): Promise<Answer<Admitted>[]> {
  const [permits, proven] = await Promise.all([
    lockPermits(tx, asked),
    provenAmong(
      tx,
      asked.map(({ bond }) => bond.sessionId),
    ),
  ]);
  return step(
    asked.map((good) => ({ good })),
    async (one, i) => {
      const { bond, wish } = one;
      const known = await spentOn(tx, permits[i], wish);
      if (!proven.has(bond.sessionId))
        throw await unprovenAtField(tx, bond.memberId, wish.password);
      return { ...one, known };
    },
  );
}

/** A send with its transfer, to be written or already stored. */
interface Decided extends Admitted {
  readonly sent: SentTransfer;
}

/** Locks the senders' daily sums and all members, receivers included, then applies the rules of transfers. */
async function decide(
  tx: Tx,
  parts: SendParts,
  admitted: readonly Answer<Admitted>[],
): Promise<Answer<Decided>[]> {
  const going = goodOf(admitted);
  const senders = going.map(({ bond }) => bond.memberId);
  const all = [...senders, ...going.map(({ wish }) => wish.receiverId)];
  const [, , members, sentMinor] = await Promise.all([
    lockSends(tx, senders),
    holdMembers(tx, all),
    findMembers(tx, all),
    sentInADay(tx, senders),
  ]);
  return step(admitted, async (one) => {
    const { memberId } = one.bond;
    const { receiverId, amountMinor, note } = one.wish;
    const to = members.get(receiverId);
    if (one.known) return { ...one, sent: { ...one.known, receiverName: to?.fullName ?? '' } };
    const sender = await requireSender(parts.options, members.get(memberId));
    const receiver = requireReceiver(sender, to);
    const terms = await sendTerms(parts.options, sender, sentMinor.get(memberId) ?? 0n);
    requireWithinDay(terms, sender, amountMinor);
    const { currency } = sender;
    const id = newId('snd');
    const transfer = { memberId, id, receiverId, currency, amountMinor, note };
    return { ...one, sent: { ...transfer, receiverName: receiver.fullName } };
  });
}

/** Writes the transfers with journals, permits and jobs, in one round trip with the commit. */
async function write(tx: Tx, decided: readonly Decided[]): Promise<void> {
  const sent = decided.map(({ sent }) => sent);
  crashPoint('wallet.send_before_commit');
  await tx.last(() =>
    Promise.all([
      openWallets(
        tx,
        sent.map(({ receiverId, currency }) => ({ memberId: receiverId, currency })),
      ),
      insertTransfers(tx, sent),
      postAll(tx, sent.map(sendJournal)),
      spendPermits(
        tx,
        decided.map(({ pair, wish, sent: { id, amountMinor, currency } }) => ({
          tokenHash: pair.tokenHash,
          outcome: {
            input: inputOf(wish),
            amountMinor: amountMinor.toString(),
            currency,
            transferId: id,
          },
        })),
      ),
      enqueueAll(
        tx,
        sentJob,
        sent.map(({ id }) => ({ transferId: id })),
      ),
    ]),
  );
}

/**
 * Locks in a fixed order, so that groups of sends cannot deadlock: pairs, senders' daily sums, members, balances by
 * account.
 */
async function sendAll(
  tx: Tx,
  parts: SendParts,
  asked: readonly Asked[],
): Promise<Answer<SentTransfer>[]> {
  const decided = await decide(tx, parts, await authorizeSends(tx, asked));
  const fresh = goodOf(decided).filter(({ known }) => !known);
  if (fresh.length > 0) await write(tx, fresh);
  return step(decided, async ({ sent }) => sent);
}

/** Sends of one member that may wait for another of theirs; more are refused. */
const mostOfOne = 100;

type Caller = Pick<PermitScope, 'memberId' | 'sessionId'>;

/**
 * Returns the function that sends money, once per pair. A pair repeated after success returns the same transfer; with
 * another request it refuses `wallet.token`. Refuses `wallet.short` without enough money. A failure does not spend the
 * pair.
 */
export function makeSending(
  parts: SendParts,
): (caller: Caller, wish: TransferRequest) => Promise<SentTransfer> {
  const { db } = parts;
  const gate = new Gate({ ofKey: 1, askedOfKey: 1 + mostOfOne });
  const join = makeGroups<Asked, Answer<SentTransfer>>({
    ...oneTransaction,
    together: (asked) => groupTx(db, (tx) => sendAll(tx, parts, asked)),
    async alone(one) {
      const [answer] = await db.tx((tx) => sendAll(tx, parts, [one]));
      if (!answer) throw new Error('a send was not answered');
      // Thrown, not returned: only a success lets the sender's next sends join groups again.
      if ('refusal' in answer) throw answer.refusal;
      return answer;
    },
    // No two sends of a group share a member: the balance check sees only the net sum, so a sender could spend money
    // received in the same transaction.
    apart: ({ bond, wish }) => [bond.memberId, wish.receiverId],
    luck: {
      namesOf: ({ bond }) => [bond.memberId],
      blamed: ({ bond }, error) => (isRefusedByDatabase(error) ? [bond.memberId] : []),
    },
  });

  return async (caller, wish) => {
    const bond: PermitScope = { ...caller, purpose: 'send' };
    const pair = pairOf(wish.tokens);
    if (wish.password !== undefined) {
      // Checks the pair before the password, so that passwords cannot be tried without one.
      await spentOn(db, await findPermit(db, bond, pair), wish);
      await proveByPassword(parts, caller, wish.password);
    }
    try {
      const answer = await gate.run(caller.memberId, () => join({ bond, pair, wish }));
      if ('refusal' in answer) throw answer.refusal;
      crashPoint('wallet.sent');
      return answer.good;
    } catch (error) {
      if (isShort(error)) throw new Refusal('wallet.short');
      throw error;
    }
  };
}
