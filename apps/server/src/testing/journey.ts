/** A buyer's whole journey, from the first order to viewing codes; repeatable at any point. */
import type { Order } from '@giftlane/contract/shop/orders.ts';
import { createVouchers, type Printed } from '../features/wallet/wallet.ts';
import { apiBase } from '../platform/http/http.ts';
import { seconds } from '../platform/process/durations.ts';
import { newId } from '../platform/secrets/ids.ts';
import {
  makeCard,
  makeMember,
  orderBody,
  type TestCard,
  type TestMember,
  testPassword,
} from './builders.ts';
import type { Killable } from './killable.ts';

/** No reply: the server is gone, or the reply was lost. */
export class NoAnswer extends Error {}

interface Ask {
  readonly token: string;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** How long a buyer waits for an answer. */
const patienceMs = seconds(30);

/** Sends a request; throws on any status but success, and `NoAnswer` without a reply. */
export async function ask<T>(method: string, address: string, { token, body, headers }: Ask) {
  const response = await fetch(address, {
    method,
    signal: AbortSignal.timeout(patienceMs),
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', ...headers },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
    .then(async (reply) => ({ status: reply.status, text: await reply.text() }))
    .catch((error: unknown) => {
      throw new NoAnswer(`${method} ${address}`, { cause: error });
    });
  if (response.status >= 300)
    throw new Error(`${method} ${address} answered ${response.status}: ${response.text}`);
  return (JSON.parse(response.text) as { data: T }).data;
}

/** A member with 100.00 in the wallet who will buy, redeem and view codes. */
export interface Traveller {
  readonly member: TestMember;
  readonly card: TestCard;
  readonly friend: TestMember;
  readonly voucher: Printed;
  /** Paid from the wallet: 2 x 10.00. */
  readonly walletOrder: ReturnType<typeof orderBody>;
  /** 3 x 10.00, 10.00 of it from the wallet. */
  readonly cardOrder: ReturnType<typeof orderBody>;
  /** What a browser stores between retries. */
  permit?: { token: string; secretToken: string };
  sending?: { token: string; secretToken: string };
  topUp?: { token: string; secretToken: string; sTopUpId: string; sPaymentId: string };
  approved?: boolean;
}

export async function makeTraveller({ shop }: Killable): Promise<Traveller> {
  const member = await makeMember(shop, { walletMinor: 100_00n, verified: true });
  const card = await makeCard(shop, { priceMinor: 10_00n, cashbackBp: 100, codes: 10 });
  const [voucher] = await createVouchers(shop.db, {
    valueMinor: 25_00n,
    currency: 'usd',
    count: 1,
    keys: shop.config.keys,
  });
  if (!voucher) throw new Error('no voucher');
  const orderId = () => newId('test').replace('_', '-');
  return {
    member,
    card,
    friend: await makeMember(shop),
    voucher,
    walletOrder: orderBody(member, {
      card,
      quantity: 2,
      totalMinor: 20_00n,
      orderId: orderId(),
    }),
    cardOrder: orderBody(member, {
      card,
      quantity: 3,
      totalMinor: 30_00n,
      walletMinor: 10_00n,
      gateway: 'PayPal',
      orderId: orderId(),
    }),
  };
}

/** 100.00 - 20.00 - 10.00 + 25.00 + 40.00 - 5.00, plus one percent cashback of 50.00. */
export const balanceAfterMinor = 130_50n;
/** One percent of 50.00. */
export const pointsAfter = 50n;
/** The amount sent to the friend. */
export const sentMinor = 5_00n;

async function buyByCard(at: string, { sandbox }: Killable, traveller: Traveller): Promise<Order> {
  const { token } = traveller.member;
  const { sPayerId, ...wish } = traveller.cardOrder;
  const started = await ask<{ sPaymentId: string }>('POST', `${at}/transaction/initiate`, {
    token,
    body: wish,
  });
  const { sPaymentId } = started;
  if (!traveller.approved)
    await ask('POST', `${sandbox.paypalUrl}/__sandbox/orders/${sPaymentId}/approve`, { token });
  traveller.approved = true;
  const body = { ...wish, sPayerId, sPaymentId };
  return ask<Order>('POST', `${at}/transaction`, { token, body });
}

async function redeem(at: string, traveller: Traveller): Promise<void> {
  const { token } = traveller.member;
  traveller.permit ??= await ask<{ token: string; secretToken: string }>(
    'POST',
    `${at}/wallet/authorize`,
    { token, body: { purpose: 'redeem' } },
  );
  const { secretToken } = traveller.permit;
  await ask('POST', `${at}/wallet/redeem`, {
    token,
    headers: { token: traveller.permit.token },
    body: { sCode: traveller.voucher.code, sPin: traveller.voucher.pin, secretToken },
  });
}

/** Adds 40.00 by card: begins, approves, completes; the shop may have completed an approved one by itself. */
async function addMoney(at: string, { sandbox }: Killable, traveller: Traveller): Promise<void> {
  const { token, id } = traveller.member;
  const nTotalAmount = 40;
  if (!traveller.topUp) {
    const body = { purpose: 'add', nTotalAmount };
    const begun = await ask<Required<Traveller>['topUp']>('POST', `${at}/wallet/authorize`, {
      token,
      body,
    });
    await ask('POST', `${sandbox.paypalUrl}/__sandbox/orders/${begun.sPaymentId}/approve`, {
      token,
    });
    traveller.topUp = begun;
  }
  const { sTopUpId, sPaymentId, secretToken, token: header } = traveller.topUp;
  const look = `${at}/wallet/top-ups/${sTopUpId}`;
  const { eStatus } = await ask<{ eStatus: string }>('GET', look, { token });
  if (eStatus === 'Complete') return;
  await ask('POST', `${at}/wallet/add`, {
    token,
    headers: { token: header },
    body: {
      sOrderId: sTopUpId,
      sPayerId: id,
      eCurrency: 'usd',
      sPaymentId,
      eGateway: 'PayPal',
      nTotalAmount,
      secretToken,
    },
  });
}

async function sendMoney(at: string, traveller: Traveller): Promise<void> {
  const { token } = traveller.member;
  traveller.sending ??= await ask<{ token: string; secretToken: string }>(
    'POST',
    `${at}/wallet/authorize`,
    { token, body: { purpose: 'send' } },
  );
  const { secretToken } = traveller.sending;
  await ask('POST', `${at}/wallet/send`, {
    token,
    headers: { token: traveller.sending.token },
    body: { nTotalAmount: 5, address: traveller.friend.id, sPassword: testPassword, secretToken },
  });
}

/** The whole journey; repeated, even on another server, it ends in the same two orders. */
export async function travel(
  url: string,
  world: Killable,
  traveller: Traveller,
): Promise<{ walletOrder: Order; cardOrder: Order }> {
  const at = url + apiBase;
  const { token } = traveller.member;
  const body = traveller.walletOrder;
  const walletOrder = await ask<Order>('POST', `${at}/transaction`, { token, body });
  const cardOrder = await buyByCard(at, world, traveller);
  const cardId = walletOrder.aCartData[0]?.aCardCode[0]?._id;
  const look = `${at}/transactions/viewCard/${walletOrder._id}`;
  await ask('PUT', look, { token, body: { cardId } });
  await redeem(at, traveller);
  await addMoney(at, world, traveller);
  await sendMoney(at, traveller);
  return { walletOrder, cardOrder };
}
