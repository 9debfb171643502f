/** What a day may take out of a coin wallet until its owner's identity is verified (decisions 61 to 63). */
import { formatMoney, fromWire } from '@giftlane/contract/money.ts';
import type { Tx } from '../../platform/db.ts';
import { Refusal } from '../../platform/refusal.ts';
import type { Member } from '../accounts/accounts.ts';
import { coinRate, worthOf } from '../rates/rates.ts';
import type { CoinParts } from './parts.ts';
import { sentInADay } from './transfer-queries.ts';
import type { Wallet } from './wallet-queries.ts';

/** Refuses `coins.limit`, and `coins.no_rate` where nobody can say what it is worth. */
export async function requireWithinDay(
  tx: Tx,
  { options }: Pick<CoinParts, 'options'>,
  { member, wallet, amount }: { member: Member; wallet: Wallet; amount: bigint },
): Promise<void> {
  if (member.kycStatus === 'v') return;
  const limitMinor = fromWire(await options.whole('coin_send_daily_limit'));
  const [rate, sent] = await Promise.all([
    coinRate(tx, wallet.coin, member.currency),
    sentInADay(tx, wallet.id),
  ]);
  if (worthOf(sent + amount, rate) <= limitMinor) return;
  const sentMinor = worthOf(sent, rate);
  const leftMinor = sentMinor < limitMinor ? limitMinor - sentMinor : 0n;
  throw new Refusal('coins.limit', {
    left: formatMoney(leftMinor, member.currency),
    limit: formatMoney(limitMinor, member.currency),
  });
}
