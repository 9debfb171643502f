/** Looking up and redeeming wallet gift cards (OPEN-69, OPEN-70). */
import type { ErrorCode } from '@giftlane/contract/errors.ts';
import type { Currency } from '@giftlane/contract/money/money.ts';
import { house, type Journal, move, openAccounts, post, walletOf } from '../../../ledger/ledger.ts';
import type { Db, Tx } from '../../../platform/db/db.ts';
import { type Facts, Refusal } from '../../../platform/http/refusal.ts';
import type { Throttle } from '../../../platform/limits/throttle.ts';
import { crashPoint } from '../../../platform/process/crash.ts';
import { hours } from '../../../platform/process/durations.ts';
import type { KeyRing } from '../../../platform/secrets/secrets.ts';
import { holdMembers, needActive } from '../../accounts/accounts.ts';
import type { Options } from '../../content/content.ts';
import {
  countWrongPin,
  findVoucher,
  type LockedVoucher,
  lockVoucher,
  setRedeemed,
  type Voucher,
} from '../queries.ts';
import {
  findPermit,
  lockPermits,
  type Pair,
  type Permit,
  type PermitScope,
  type SpentPermit,
  spendPermits,
} from '../send/permit-queries.ts';
import { mayLook, pairOf, type Tokens } from '../send/permits.ts';
import { codeFingerprint, type Printed, pinFingerprint } from './codes.ts';

export interface RedeemParts {
  readonly db: Db;
  readonly throttle: Throttle;
  readonly options: Options;
  readonly keys: KeyRing;
}

type Who = Pick<PermitScope, 'memberId' | 'sessionId'>;

const wrongPins = { allowed: 5, lockMs: hours(1) };

/** Per-account limit on unknown codes, against guessing. */
async function misses({ throttle, options }: RedeemParts, memberId: string) {
  const limit = await options.whole('throttle_redeem_misses');
  const key = `redeem misses:${memberId}`;
  return {
    check: () => throttle.check(key, limit, hours(1)),
    count: () => throttle.hit(key, limit, hours(1)),
  };
}

/** Finds a voucher by code; undefined for unknown and malformed codes, which count against the limit. */
export async function lookUp(
  parts: RedeemParts,
  { memberId, sessionId }: Who,
  { token, code }: { token: string; code: string },
): Promise<Voucher | undefined> {
  if (!(await mayLook(parts.db, { memberId, sessionId, purpose: 'redeem' }, token)))
    throw new Refusal('wallet.token');
  const missed = await misses(parts, memberId);
  await missed.check();
  const voucher = await findVoucher(parts.db, codeFingerprint(parts.keys, code));
  if (!voucher) await missed.count();
  return voucher;
}

export interface Redeemed {
  readonly amountMinor: bigint;
  readonly currency: Currency;
}

/** A refusal that is returned rather than thrown, so that the wrong-PIN count commits. */
interface Refused {
  readonly refused: ErrorCode;
  readonly facts?: Facts;
}

interface Redeeming {
  readonly bond: PermitScope;
  readonly pair: Pair;
  readonly code: Buffer;
  readonly pin: Buffer;
}

/**
 * Credits a voucher to the member's wallet, once. The pair is the idempotency key: repeated after success it returns
 * the same result; with another card it refuses `wallet.token`. A failure does not spend the pair.
 */
export async function redeem(
  parts: RedeemParts,
  { memberId, sessionId }: Who,
  { tokens, ...printed }: Printed & { readonly tokens: Tokens },
): Promise<Redeemed> {
  const { db, keys } = parts;
  const redeeming: Redeeming = {
    bond: { memberId, sessionId, purpose: 'redeem' },
    pair: pairOf(tokens),
    code: codeFingerprint(keys, printed.code),
    pin: pinFingerprint(keys, printed),
  };
  const { bond, pair } = redeeming;
  const known = spentOn(await findPermit(db, bond, pair), redeeming);
  if (known) return known;
  const missed = await misses(parts, memberId);
  await missed.check();
  const result = await db.tx((tx) => redeemLocked(tx, redeeming));
  if (!('refused' in result)) return result;
  if (result.refused === 'wallet.redeem_not_found') await missed.count();
  throw new Refusal(result.refused, result.facts);
}

/** The result of a spent pair; undefined when unspent. Refuses `wallet.token` for a bad pair or another card. */
function spentOn(permit: Permit | undefined, { pin }: Redeeming): Redeemed | undefined {
  if (!permit) throw new Refusal('wallet.token');
  if (!permit.outcome) return undefined;
  const { input, amountMinor, currency } = permit.outcome;
  if (input !== pin.toString('base64')) throw new Refusal('wallet.token');
  return { amountMinor: BigInt(amountMinor), currency: currency as Currency };
}

/** Locks the pair first, then the voucher, so that two requests cannot deadlock. */
async function redeemLocked(tx: Tx, redeeming: Redeeming): Promise<Redeemed | Refused> {
  const { bond, pair, code } = redeeming;
  const [permit] = await lockPermits(tx, [{ bond, pair }]);
  const known = spentOn(permit, redeeming);
  if (known) return known;
  await holdMembers(tx, [bond.memberId]);
  const member = await needActive(tx, bond.memberId);
  const voucher = await lockVoucher(tx, code);
  const refused = problemOf(voucher, redeeming, member.currency);
  if (refused?.refused === 'wallet.wrong_pin' && voucher)
    await countWrongPin(tx, voucher.id, wrongPins);
  if (refused || !voucher) return refused ?? { refused: 'wallet.redeem_not_found' };
  return credit(tx, redeeming, voucher);
}

/** For the order of the checks see OPEN-70. */
function problemOf(
  voucher: LockedVoucher | undefined,
  { pin }: Redeeming,
  currency: Currency,
): Refused | undefined {
  if (!voucher) return { refused: 'wallet.redeem_not_found' };
  if (voucher.redeemed) return { refused: 'wallet.redeemed' };
  if (voucher.currency !== currency) return { refused: 'wallet.redeem_currency' };
  if (voucher.waitSeconds !== null)
    return {
      refused: 'wallet.redeem_locked',
      facts: { retryAfterSeconds: Math.max(1, voucher.waitSeconds) },
    };
  return pin.equals(voucher.pinFingerprint) ? undefined : { refused: 'wallet.wrong_pin' };
}

async function credit(
  tx: Tx,
  { bond, pair, pin }: Redeeming,
  voucher: LockedVoucher,
): Promise<Redeemed> {
  const { valueMinor: amountMinor, currency } = voucher;
  await openAccounts(tx, bond.memberId, currency);
  await setRedeemed(tx, voucher.id, bond.memberId);
  await post(tx, redeemJournal(bond.memberId, voucher));
  const outcome: SpentPermit = {
    input: pin.toString('base64'),
    amountMinor: amountMinor.toString(),
    currency,
  };
  await spendPermits(tx, [{ tokenHash: pair.tokenHash, outcome }]);
  crashPoint('wallet.redeem_before_commit');
  return { amountMinor, currency };
}

function redeemJournal(memberId: string, { id, valueMinor, currency }: Voucher): Journal {
  return {
    owner: memberId,
    key: `voucher:${id}`,
    kind: 'redeem',
    reference: id,
    entries: move(valueMinor, currency, {
      from: house('vouchers', currency),
      to: walletOf(memberId, currency),
    }),
  };
}
