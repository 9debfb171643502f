/** Rules of transfers: sender, receiver, daily limit. */
import { formatMoney, fromWire } from '@giftlane/contract/money/money.ts';
import { Refusal } from '../../../platform/http/refusal.ts';
import { isActive, type Member, requireActing, requireVerified } from '../../accounts/accounts.ts';
import type { Options } from '../../content/content.ts';

/**
 * The member's limit of 24 hours and what is left of it after `sentMinor` (minor units); undefined, so no limit, once
 * the identity is verified.
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

/** Returns the sender. Refuses as `requireActing` does, and `wallet.send_unverified`. */
export async function requireSender(options: Options, member: Member | undefined): Promise<Member> {
  const sender = requireActing(member);
  await requireVerified(options, sender, 'wallet.send_unverified');
  return sender;
}

/**
 * Returns the receiver. Refuses `wallet.send_not_found`, `wallet.send_self`, `wallet.send_unavailable` and
 * `wallet.send_currency`.
 */
export function requireReceiver(sender: Member, receiver: Member | undefined): Member {
  if (!receiver) throw new Refusal('wallet.send_not_found');
  if (receiver.id === sender.id) throw new Refusal('wallet.send_self');
  if (!isActive(receiver)) throw new Refusal('wallet.send_unavailable');
  if (receiver.currency !== sender.currency)
    throw new Refusal('wallet.send_currency', {
      name: receiver.fullName,
      theirs: receiver.currency.toUpperCase(),
      yours: sender.currency.toUpperCase(),
    });
  return receiver;
}

/** Refuses `wallet.send_limit` for an amount above what is left of the daily limit. */
export function requireWithinDay(
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
