/** The daily limit of coin sends until a member's identity is verified (OPEN-61 to OPEN-63). */
import type { Coin } from '@giftlane/contract/money/coins.ts';
import { formatMoney, fromWire } from '@giftlane/contract/money/money.ts';
import type { Tx } from '../../../platform/db/db.ts';
import { Refusal } from '../../../platform/http/refusal.ts';
import type { Member } from '../../accounts/accounts.ts';
import { coinRate, worthOf } from '../../rates/rates.ts';
import type { CoinParts } from '../parts.ts';
import { coinsSentInADay } from './transfer-queries.ts';

interface Units {
  readonly coin: Coin;
  readonly units: bigint;
}

/**
 * The value of units of several coins, in minor units of the member's currency; a rate is read only for coins among
 * them.
 */
async function worthOfAll(tx: Tx, all: readonly Units[], { currency }: Member): Promise<bigint> {
  const worths = await Promise.all(
    all.map(async ({ coin, units }) => worthOf(units, await coinRate(tx, coin, currency))),
  );
  return worths.reduce((sum, worth) => sum + worth, 0n);
}

/**
 * Refuses `coins.limit`, and `coins.no_rate` without an exchange rate. All wallets of the member must be locked, so
 * that parallel sends of two coins are counted one after the other.
 */
export async function requireWithinCoinLimit(
  tx: Tx,
  { options }: Pick<CoinParts, 'options'>,
  { member, coin, amount }: { member: Member; coin: Coin; amount: bigint },
): Promise<void> {
  if (member.kycStatus === 'v') return;
  const limitMinor = fromWire(await options.whole('coin_send_daily_limit'));
  const sent = await coinsSentInADay(tx, member.id);
  const [sentMinor, wishedMinor] = await Promise.all([
    worthOfAll(tx, sent, member),
    worthOfAll(tx, [{ coin, units: amount }], member),
  ]);
  if (sentMinor + wishedMinor <= limitMinor) return;
  const leftMinor = sentMinor < limitMinor ? limitMinor - sentMinor : 0n;
  throw new Refusal('coins.limit', {
    left: formatMoney(leftMinor, member.currency),
    limit: formatMoney(limitMinor, member.currency),
  });
}
