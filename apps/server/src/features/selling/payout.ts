/** Where the money for a sold card goes, and how the ledger says so. */
import type { Currency } from '@giftlane/contract/money.ts';
import type { SellGateway } from '@giftlane/contract/selling.ts';
import { type Entry, house, type Journal, walletOf } from '../../ledger/ledger.ts';
import type { Member } from '../accounts/accounts.ts';
import type { Conversion } from '../rates/rates.ts';
import type { Sale } from './queries.ts';

/** A member's receive address for each way of being paid; without one the way is closed (SELL-21). */
const receiveAddresses: Readonly<Record<SellGateway, (member: Member) => string | undefined>> = {
  Wallet: ({ id }) => id,
  // They open with the coin wallets.
  BitCoin: () => undefined,
  LiteCoin: () => undefined,
};

/** Where a member is paid by a gateway; undefined when they can not be. */
export const receiveAddress = (gateway: SellGateway, member: Member): string | undefined =>
  receiveAddresses[gateway](member);

const entry = (account: string, currency: Currency, amountMinor: bigint): Entry => ({
  account,
  currency,
  amountMinor,
});

/** Pays for what was bought. In another currency than the wallet's the receivable is converted. */
export function payoutJournal(sale: Sale, conversion: Conversion | undefined): Journal {
  const { memberId, id, currency, subtotalMinor, feeMinor, totalMinor } = sale;
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
  return {
    owner: memberId,
    key: `sell:${id}:payout`,
    kind: 'sell',
    reference: id,
    ...(conversion && { facts: conversion.facts }),
    entries: [
      entry(house('bought_cards', currency), currency, -subtotalMinor),
      entry(house('exchange_fees', currency), currency, feeMinor),
      ...paid,
    ],
  };
}
