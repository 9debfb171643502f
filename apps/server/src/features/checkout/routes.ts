import { coinOfGateway } from '@giftlane/contract/money/coins.ts';
import { showCoinPayment } from '@giftlane/contract/money/crypto.ts';
import * as calls from '@giftlane/contract/shop/checkout.ts';
import { text } from '@giftlane/texts/text.ts';
import type { Http } from '../../platform/http/http.ts';
import { networkOf } from '../../platform/http/network.ts';
import { badField, Refusal } from '../../platform/http/refusal.ts';
import { needOrder, showOrder } from '../orders/orders.ts';
import { capturePayment } from './capture/capture.ts';
import { makeInbox } from './capture/inbox.ts';
import type { CheckoutParts } from './parts.ts';
import { initiate, refuseUnpayable } from './place/card-order.ts';
import {
  type CoinCheckoutParts,
  confirmByCoins,
  initiateByCoin,
  showReceivedCoins,
} from './place/coin-order.ts';
import type { OrderRequest } from './place/price.ts';
import { findEarlier } from './place/repeat.ts';
import { payFromWallet } from './place/wallet-order.ts';
import { cancelOrder } from './unpaid/lapse.ts';

/** Serves the routes of buying: initiate, pay, cancel, and the provider's webhook. */
export function checkoutRoutes(http: Http, parts: CoinCheckoutParts): void {
  const receiveEvent = makeInbox(parts);
  http.route(calls.initiate, async ({ body }, { caller, address }) => {
    if (body.eGateway === 'Wallet') throw badField('eGateway', text('error.walletPaysAtOnce'));
    const buyer = { ...caller, network: networkOf(address) };
    const coin = coinOfGateway(body.eGateway);
    return {
      data: coin
        ? await initiateByCoin(parts, buyer, body, coin)
        : await initiate(parts, buyer, body),
    };
  });

  http.route(calls.confirmCrypto, async ({ body }, { caller }) => {
    const order = await confirmByCoins(parts, caller.memberId, {
      orderId: body.sOrderId,
      transferId: body.iId,
      walletId: body.sPayerId === caller.memberId ? undefined : body.sPayerId,
      txid: body.sPaymentId,
      gateway: body.eGateway,
    });
    return {
      data: await showOrder(parts.db, order, parts.catalog.card),
      status: order.state === 'pending' ? 202 : 200,
      message: text('notice.cryptoInitiated'),
    };
  });

  http.route(showCoinPayment, async ({ params }, { caller }) => ({
    data: await showReceivedCoins(parts, caller.memberId, params.id),
  }));

  http.route(calls.pay, async ({ body }, { caller }) => {
    if (body.sPayerId !== caller.memberId) throw badField('sPayerId', text('error.payerIsMember'));
    if (body.eGateway === 'Wallet')
      return {
        data: await payFromWallet(parts, caller, body),
        message: text('notice.orderPlaced'),
      };
    return payByCard(parts, caller.memberId, body);
  });

  http.route(calls.cancelOrder, async ({ body }, { caller }) => {
    const order = await cancelOrder(parts, caller.memberId, body.sOrderId);
    return {
      data: await showOrder(parts.db, order, parts.catalog.card),
      message: text('notice.orderCancelled'),
    };
  });

  http.route(calls.paymentConfig, async ({ query }) => ({
    data: {
      sScriptUrl: parts.payments.scriptUrl(query.currency ?? 'usd'),
      sClientId: parts.payments.clientId,
    },
  }));

  http.route(calls.paypalWebhook, async ({ body }, { request }) => {
    const headers = signatureOf(request.headers);
    const rawBody = request.rawBody ?? Buffer.from('');
    await receiveEvent({ eventId: body.id, headers, rawBody, event: body });
    return { data: null };
  });
}

/** The request headers that carry a webhook's signature. */
const signatureHeaders = [
  'paypal-auth-algo',
  'paypal-cert-url',
  'paypal-transmission-id',
  'paypal-transmission-sig',
  'paypal-transmission-time',
];
/** PayPal's longest signature header has about a third of this length. */
const longestHeader = 1_000;

/** The signature headers of a webhook; refuses `input.invalid` where one is missing or too long. */
function signatureOf(headers: Readonly<Record<string, unknown>>): Record<string, string> {
  return Object.fromEntries(
    signatureHeaders.map((name) => {
      const value = headers[name];
      if (typeof value !== 'string' || value === '' || value.length > longestHeader)
        throw new Refusal('input.invalid');
      return [name, value];
    }),
  );
}

async function payByCard(
  parts: CheckoutParts,
  memberId: string,
  wish: OrderRequest & { sPaymentId?: string | undefined },
) {
  const order = await findEarlier(parts, memberId, wish);
  if (!order) throw new Refusal('order.not_found');
  if (!wish.sPaymentId || order.paymentId !== wish.sPaymentId)
    throw new Refusal('payment.mismatch');
  refuseUnpayable(order);
  if (order.state === 'pending') {
    const result = await capturePayment(parts, order, 'buyer');
    if (result === 'declined') throw new Refusal('payment.declined');
    if (result === 'frozen' || result === 'locked') throw new Refusal(`account.${result}`);
    if (result === 'not_approved') throw new Refusal('payment.not_approved');
    if (result === 'returned') throw new Refusal('payment.returned');
    if (result === 'gone') throw new Refusal('payment.mismatch');
  }
  const now = await needOrder(parts.db, memberId, order.id);
  refuseUnpayable(now);
  const open = now.state === 'pending';
  return {
    data: await showOrder(parts.db, now, parts.catalog.card),
    status: open ? 202 : 200,
    message: text(open ? 'notice.paymentPending' : 'notice.paymentDone'),
  };
}
