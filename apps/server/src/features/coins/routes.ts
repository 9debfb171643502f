import * as calls from '@giftlane/contract/money/crypto.ts';
import { type Currency, currencies, toWire } from '@giftlane/contract/money/money.ts';
import { text } from '@giftlane/texts/text.ts';
import type { Http } from '../../platform/http/http.ts';
import { coinRatesIn } from '../rates/rates.ts';
import { cancelSend } from './custody/approvals.ts';
import { needNode } from './parts.ts';
import { bumpSend, quoteBump } from './sends/bump.ts';
import { type CoinSendParts, sendCoins } from './sends/send.ts';
import { showTransfer, showTransfers } from './sends/wire.ts';
import { receiverOf } from './sends/write-send.ts';
import { quoteFees } from './wallets/quote-fee.ts';
import { coinOf, createWallet, showWallets } from './wallets/wallets.ts';

/** Routes of coin wallets: creation, balances, rates, transfers and sends. */
export function coinRoutes(http: Http, parts: CoinSendParts): void {
  http.route(calls.generateWallet, async ({ body }, { caller }) => {
    const wallet = await createWallet(parts, caller.memberId, coinOf[body.coin]);
    const { coin, walletId, receiveAddress, confirmedBalance } = wallet;
    const data = { coin, walletId, receiveAddress, confirmedBalance };
    return { data, message: text('notice.coinWallet', { coin }) };
  });

  http.route(calls.getWallets, async (_, { caller }) => ({
    data: await showWallets(parts, caller.memberId),
  }));

  http.route(calls.currencyRate, async ({ body }) => {
    const coin = coinOf[body.coin];
    needNode(parts, coin);
    const rates = await coinRatesIn(parts.db, coin);
    const asOf = rates[0]?.asOf ?? new Date(0);
    return { data: { coin: body.coin, rates: ratesToWire(rates), dAsOf: asOf.toISOString() } };
  });

  http.route(calls.listCoinTransfers, async ({ params, query }, { caller }) => {
    const place = { memberId: caller.memberId, coin: coinOf[params.coin] };
    const { transfers, total } = await showTransfers(parts, place, query);
    return { data: transfers, extras: { totalCount: total } };
  });

  sendRoutes(http, parts);
}

function sendRoutes(http: Http, parts: CoinSendParts): void {
  http.route(calls.quoteFee, async ({ body }, { caller }) => ({
    data: await quoteFees(parts, caller.memberId, {
      coin: coinOf[body.coin],
      amount: body.amount === undefined ? undefined : BigInt(body.amount),
      receiveAddress: body.receiveAddress && receiverOf(coinOf[body.coin], body.receiveAddress),
    }),
  }));

  http.route(calls.sendCoin, async ({ body }, { caller }) => {
    const transfer = await sendCoins(parts, caller, {
      coin: coinOf[body.coin],
      amount: BigInt(body.amount),
      receiveAddress: receiverOf(coinOf[body.coin], body.receiveAddress),
      comment: body.comment ?? '',
      purpose: body.purpose,
      fee: body.eFee ?? 'normal',
      requestKey: body.sRequestId ?? null,
      password: body.password,
    });
    const waits = transfer.state === 'pendingApproval';
    const message = text(waits ? 'notice.coinWaits' : 'notice.coinSent');
    return { data: await showTransfer(parts, transfer), message };
  });

  http.route(calls.quoteBump, async ({ params }, { caller }) => {
    const { fee, minutes } = await quoteBump(parts, caller.memberId, params.id);
    return { data: { nFee: Number(fee), nMinutes: minutes } };
  });

  http.route(calls.bumpSend, async ({ body }, { caller }) => {
    const transfer = await bumpSend(parts, caller, { id: body.id, most: BigInt(body.nMostFee) });
    return { data: await showTransfer(parts, transfer), message: text('notice.coinBumped') };
  });

  http.route(calls.cancelSend, async ({ body }, { caller }) => ({
    data: await showTransfer(parts, await cancelSend(parts.db, caller.memberId, body.id)),
    message: text('notice.coinCancelled'),
  }));
}

/** A coin's price in each currency, in wire units; throws when one is missing, which the feeds prevent. */
function ratesToWire(rates: Awaited<ReturnType<typeof coinRatesIn>>): Record<Currency, number> {
  const minorIn = new Map(rates.map(({ currency, minorPerCoin }) => [currency, minorPerCoin]));
  return Object.fromEntries(
    currencies.map((currency) => {
      const minor = minorIn.get(currency);
      if (minor === undefined) throw new Error(`no rate of ${currency}`);
      return [currency, toWire(minor)];
    }),
  ) as Record<Currency, number>;
}
