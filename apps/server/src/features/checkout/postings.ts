/** The journals of buying, by the table in docs/ARCHITECTURE.md. */
import { type Coin, coinOfGateway } from '@giftlane/contract/money/coins.ts';
import type { Currency } from '@giftlane/contract/money/money.ts';
import type { Gateway } from '@giftlane/contract/shop/gateways.ts';
import type { JournalKind } from '../../ledger/kinds.ts';
import { type Entry, heldOf, house, type Journal, move, walletOf } from '../../ledger/ledger.ts';
import type { Conversion } from '../rates/rates.ts';

/** The amounts a journal needs; new and stored orders both have them. */
export interface OrderAmounts {
  readonly memberId: string;
  readonly id: string;
  readonly gateway: Gateway;
  readonly currency: Currency;
  readonly subtotalMinor: bigint;
  readonly serviceChargeMinor: bigint;
  readonly discountMinor: bigint;
  readonly totalMinor: bigint;
  readonly walletMinor: bigint;
  readonly cashbackMinor: bigint;
}

const about = (order: OrderAmounts, step: string, kind: JournalKind) => ({
  owner: order.memberId,
  key: `order:${order.id}:${step}`,
  kind,
  reference: order.id,
});

/** Moves the wallet share to the held account until the card or the coins have paid the rest. */
export function holdJournal(order: OrderAmounts): Journal {
  const { memberId, currency, walletMinor } = order;
  return {
    ...about(order, 'hold', 'hold'),
    entries: move(walletMinor, currency, {
      from: walletOf(memberId, currency),
      to: heldOf(memberId, currency),
    }),
  };
}

/** Moves the held wallet share back to the wallet. */
export function releaseJournal(order: OrderAmounts): Journal {
  const { memberId, currency, walletMinor } = order;
  return {
    ...about(order, 'release', 'release'),
    entries: move(walletMinor, currency, {
      from: heldOf(memberId, currency),
      to: walletOf(memberId, currency),
    }),
  };
}

/** The revenue entries of a sale: subtotal, service charge and discount. */
export function income(amounts: Omit<OrderAmounts, 'memberId' | 'id' | 'gateway'>): Entry[] {
  const { currency } = amounts;
  return [
    { account: house('sales', currency), currency, amountMinor: amounts.subtotalMinor },
    {
      account: house('service_charges', currency),
      currency,
      amountMinor: amounts.serviceChargeMinor,
    },
    { account: house('discounts', currency), currency, amountMinor: -amounts.discountMinor },
  ];
}

/** The house account debited for what the wallet did not pay: PayPal clearing, or conversion for coins. */
const owing = (gateway: Gateway) =>
  coinOfGateway(gateway) === undefined ? 'paypal_clearing' : 'conversion';

/**
 * The sale. The wallet share comes from the wallet or from held; the rest is owed by the provider or was paid by coins.
 */
export function saleJournal(order: OrderAmounts, walletSource: 'wallet' | 'held'): Journal {
  const { memberId, currency, walletMinor, totalMinor } = order;
  const source =
    walletSource === 'held' ? heldOf(memberId, currency) : walletOf(memberId, currency);
  return {
    ...about(order, 'sale', walletMinor === totalMinor ? 'buy' : 'capture'),
    entries: [
      { account: source, currency, amountMinor: -walletMinor },
      {
        account: house(owing(order.gateway), currency),
        currency,
        amountMinor: walletMinor - totalMinor,
      },
      ...income(order),
    ],
  };
}

/** Coins received at the order's address pay it. `units`: smallest units. */
export function coinPaidJournal(
  order: Pick<OrderAmounts, 'memberId' | 'id'>,
  { coin, units }: { coin: Coin; units: bigint },
): Journal {
  return {
    owner: order.memberId,
    key: `order:${order.id}:coins`,
    kind: 'coin_paid',
    reference: order.id,
    entries: move(units, coin, { from: house('unmatched', coin), to: house('conversion', coin) }),
  };
}

/**
 * Coins received for an order are missing from the chain and written off; if they return, they are bought from the
 * buyer.
 */
export function coinGivenUpJournal(
  order: Pick<OrderAmounts, 'memberId' | 'id'>,
  { coin, units, nth }: { coin: Coin; units: bigint; nth: string },
): Journal {
  return {
    owner: order.memberId,
    key: `order:${order.id}:coins_given_up:${nth}`,
    kind: 'coin_given_up',
    reference: order.id,
    entries: move(units, coin, { from: house('conversion', coin), to: house('unmatched', coin) }),
  };
}

/**
 * Buys a member's coins that did not pay their order, at the current rate, into the wallet. `units`: smallest units.
 */
export function coinCreditJournal(
  {
    memberId,
    id,
    nth,
    facts,
  }: Pick<OrderAmounts, 'memberId' | 'id'> & {
    nth: string;
    facts: Readonly<Record<string, string>>;
  },
  {
    coin,
    units,
    currency,
    minor,
  }: { coin: Coin; units: bigint; currency: Currency; minor: bigint },
): Journal {
  return {
    owner: memberId,
    key: `order:${id}:coins_bought:${nth}`,
    kind: 'coin_credit',
    reference: id,
    facts,
    entries: [
      ...move(units, coin, { from: house('unmatched', coin), to: house('conversion', coin) }),
      ...move(minor, currency, {
        from: house('conversion', currency),
        to: walletOf(memberId, currency),
      }),
    ],
  };
}

/** Entries from a house account to a wallet, with a conversion where the currencies differ. */
function walletEntries(
  memberId: string,
  { account, currency, amountMinor }: Entry & { readonly currency: Currency },
  conversion: Conversion | undefined,
): Entry[] {
  if (!conversion)
    return move(amountMinor, currency, { from: account, to: walletOf(memberId, currency) });
  return [
    ...move(amountMinor, currency, { from: account, to: house('conversion', currency) }),
    ...move(conversion.amountMinor, conversion.currency, {
      from: house('conversion', conversion.currency),
      to: walletOf(memberId, conversion.currency),
    }),
  ];
}

/** Cashback of a delivered order; the journal's `facts` record the rate of a conversion (OPEN-24). */
export function cashbackJournal(order: OrderAmounts, conversion: Conversion | undefined): Journal {
  return {
    ...about(order, 'cashback', 'cashback'),
    ...(conversion && { facts: conversion.facts }),
    entries: walletEntries(
      order.memberId,
      {
        account: house('cashback', order.currency),
        currency: order.currency,
        amountMinor: order.cashbackMinor,
      },
      conversion,
    ),
  };
}
