/** Payout addresses, and the journals of payouts. */
import { type Coin, coinOfGateway } from '@giftlane/contract/money/coins.ts';
import type { Currency } from '@giftlane/contract/money/money.ts';
import type { SellGateway } from '@giftlane/contract/shop/selling.ts';
import { type Entry, house, type Journal, move, walletOf } from '../../ledger/ledger.ts';
import type { Queryable } from '../../platform/db/db.ts';
import type { Member } from '../accounts/accounts.ts';
import { type CoinParts, hasWallet, ownReceiveAddress } from '../coins/coins.ts';
import type { CoinRate, Conversion } from '../rates/rates.ts';
import type { Sale } from './queries.ts';

type Nodes = Pick<CoinParts, 'nodes' | 'wishKey'>;

/** The requested payout method and address. */
interface Wanted {
  readonly gateway: SellGateway;
  readonly typed: string;
  readonly member: Member;
}

async function coinAddress(
  db: Queryable,
  parts: Nodes,
  { coin, typed, member }: { coin: Coin; typed: string; member: Member },
) {
  if (!parts.nodes.has(coin) || !(await hasWallet(db, coin, member.id))) return 'closed';
  return (await ownReceiveAddress(db, parts, { coin, owner: member.id, typed })) ?? 'foreign';
}

/**
 * A member's payout address in canonical form (SELL-20, SELL-21): their id, or any receive address of their own
 * wallet of a coin. `closed` when they have no such wallet or the coin has no node, `foreign` when the typed
 * address is not theirs.
 */
export async function receiveAddress(
  db: Queryable,
  parts: Nodes,
  { gateway, typed, member }: Wanted,
): Promise<{ readonly address: string } | 'closed' | 'foreign'> {
  const coin = coinOfGateway(gateway);
  const found = coin
    ? await coinAddress(db, parts, { coin, typed, member })
    : typed === member.id
      ? typed
      : 'foreign';
  return found === 'closed' || found === 'foreign' ? found : { address: found };
}

const entry = (account: string, currency: Currency, amountMinor: bigint): Entry => ({
  account,
  currency,
  amountMinor,
});

/** Buys the cards: subtotal and fee against the entries that pay for them. */
function boughtJournal(
  { memberId, id, currency, subtotalMinor, feeMinor }: Sale,
  paid: readonly Entry[],
  facts: Journal['facts'],
): Journal {
  return {
    owner: memberId,
    key: `sell:${id}:payout`,
    kind: 'sell',
    reference: id,
    ...(facts && { facts }),
    entries: [
      entry(house('bought_cards', currency), currency, -subtotalMinor),
      entry(house('exchange_fees', currency), currency, feeMinor),
      ...paid,
    ],
  };
}

/** Pays an offer into the wallet, converted when the currencies differ. */
export function payoutJournal(sale: Sale, conversion: Conversion | undefined): Journal {
  const { memberId, currency, totalMinor } = sale;
  const paid = conversion
    ? [
        entry(house('conversion', currency), currency, totalMinor),
        entry(
          house('conversion', conversion.currency),
          conversion.currency,
          -conversion.amountMinor,
        ),
        entry(walletOf(memberId, conversion.currency), conversion.currency, conversion.amountMinor),
      ]
    : [entry(walletOf(memberId, currency), currency, totalMinor)];
  return boughtJournal(sale, paid, conversion?.facts);
}

/** Pays an offer in coins: the value moves to `conversion`; the coins themselves are booked by the house's send. */
export function coinPayoutJournal(sale: Sale, rate: CoinRate, units: bigint): Journal {
  const { currency, totalMinor } = sale;
  return boughtJournal(sale, [entry(house('conversion', currency), currency, totalMinor)], {
    ...rate.facts,
    coin: rate.coin,
    units: units.toString(),
    minorPerCoin: rate.minorPerCoin.toString(),
  });
}

/**
 * Credits the wallet with the coins' value at the time of the decision; the failed send has returned the coins
 * to the house.
 */
export function insteadJournal(
  { memberId, id, payoutCurrency }: Sale,
  amountMinor: bigint,
): Journal {
  return {
    owner: memberId,
    key: `sell:${id}:instead`,
    kind: 'sell',
    reference: id,
    entries: move(amountMinor, payoutCurrency, {
      from: house('conversion', payoutCurrency),
      to: walletOf(memberId, payoutCurrency),
    }),
  };
}
