/**
 * Actions of the simulated shoppers: an order, a purchase through the cart, a transfer to another member,
 * adding money by card, a wallet page, the list of orders.
 */
import { lineAmounts, toWire } from '../../packages/contract/src/money/money.ts';
import type { Connection, Reply } from './http.ts';

export type Deed = 'order' | 'purchase' | 'send' | 'add' | 'provider' | 'wallet' | 'orders';

export interface Shopper {
  readonly connection: Connection;
  /** Connection to the sandboxed payment provider, where payments are approved; opened at first use. */
  provider(): Promise<Connection>;
  /** Value of the `authorization` header with the shop's credentials there. */
  readonly providerLogin: string;
  /** Members of this shopper alone. */
  readonly members: readonly number[];
  /** Number of all members. */
  readonly allMembers: number;
  readonly cards: number;
  /** Makes order ids unique across runs. */
  readonly run: string;
}

/** Amounts of one code of the cards that `bench_brands` creates. */
export const amounts = lineAmounts({
  quantity: 1,
  priceMinor: 25_00n,
  discountBp: 500,
  cashbackBp: 200,
  serviceChargeBp: 150,
});
const total = toWire(amounts.payableMinor);

export const memberId = (number: number) => `mem_bench${String(number).padStart(7, '0')}`;
const cardId = (number: number) => `card_bench${String(number).padStart(6, '0')}a`;

const pick = (count: number) => 1 + Math.floor(Math.random() * count);

interface Ask {
  readonly body?: object;
  /** The half of a token pair that is sent as a header. */
  readonly token?: string;
}

function request(method: string, path: string, member: number, { body, token }: Ask = {}): string {
  const text = body ? JSON.stringify(body) : '';
  return (
    `${method} /api/v1${path} HTTP/1.1\r\nhost: shop\r\nauthorization: Bearer bench-token-${member}\r\n` +
    `${token ? `token: ${token}\r\n` : ''}content-type: application/json\r\n` +
    `content-length: ${text.length}\r\n\r\n${text}`
  );
}

function expectReply(reply: Reply, status: number, contains: string): void {
  if (reply.status !== status || !reply.body.includes(contains))
    throw new Error(`unexpected reply ${reply.status}: ${reply.body.slice(0, 500)}`);
}

/** Places one order from the wallet; anything but a delivered order throws. */
async function order(shopper: Shopper, member: number, card: string, count: number): Promise<void> {
  const body = {
    sOrderId: `bench-${shopper.run}-${String(count).padStart(8, '0')}`,
    eCurrency: 'usd',
    eGateway: 'Wallet',
    aCartData: [{ iGiftCardId: card, nQuantity: 1 }],
    nWalletAmount: total,
    aExtraCharges: [
      { name: 'Service Charge', amount: toWire(amounts.serviceChargeMinor) },
      { name: 'Discount', amount: toWire(-amounts.discountMinor) },
    ],
    nTotalAmount: total,
    sPayerId: memberId(member),
  };
  const reply = await shopper.connection.request(request('POST', '/transaction', member, { body }));
  expectReply(reply, 200, '"eStatus":"Delivered"');
}

/** Adds a card to the cart, reads the cart, and orders. */
async function purchase(shopper: Shopper, member: number, card: string, count: number) {
  const { connection } = shopper;
  const body = { iGiftCardId: card, nQuantity: 1 };
  expectReply(await connection.request(request('POST', '/cart', member, { body })), 200, card);
  expectReply(await connection.request(request('GET', '/cart', member)), 200, card);
  await order(shopper, member, card, count);
}

/** The permit from `wallet/authorize` for an action. */
async function permit({ connection }: Shopper, member: number, body: object) {
  const reply = await connection.request(request('POST', '/wallet/authorize', member, { body }));
  expectReply(reply, 200, 'secretToken');
  return (JSON.parse(reply.body) as { data: Record<string, string> }).data;
}

/** Sends 0.01 to another member, in two requests like the shop's page. */
async function send(shopper: Shopper, member: number): Promise<void> {
  const receiver = 1 + ((member + pick(shopper.allMembers - 1) - 1) % shopper.allMembers);
  const { token = '', secretToken } = await permit(shopper, member, { purpose: 'send' });
  const body = { nTotalAmount: 0.01, address: memberId(receiver), secretToken };
  const reply = await shopper.connection.request(
    request('POST', '/wallet/send', member, { body, token }),
  );
  expectReply(reply, 200, '"status":200');
}

function ask(path: string, authorization: string, body = '', type = 'application/json'): string {
  return (
    `POST ${path} HTTP/1.1\r\nhost: provider\r\nauthorization: ${authorization}\r\n` +
    `content-type: ${type}\r\ncontent-length: ${body.length}\r\n\r\n${body}`
  );
}

const approval = (id: string) => ask(`/__sandbox/orders/${id}/approve`, '');

const tokens = new WeakMap<Connection, string>();

/** The provider's API token, fetched once per connection. */
async function tokenOf(provider: Connection, providerLogin: string): Promise<string> {
  const known = tokens.get(provider);
  if (known) return known;
  const form = 'application/x-www-form-urlencoded';
  const reply = await provider.request(
    ask('/v1/oauth2/token', providerLogin, 'grant_type=client_credentials', form),
  );
  expectReply(reply, 200, 'access_token');
  const token = `Bearer ${(JSON.parse(reply.body) as { access_token: string }).access_token}`;
  tokens.set(provider, token);
  return token;
}

/** Only the calls to the provider that adding money makes: create an order, approve it, capture it. */
async function provider(shopper: Shopper): Promise<void> {
  const connection = await shopper.provider();
  const token = await tokenOf(connection, shopper.providerLogin);
  const amount = { currency_code: 'USD', value: '5.00' };
  const order = JSON.stringify({ intent: 'CAPTURE', purchase_units: [{ amount }] });
  const made = await connection.request(ask('/v2/checkout/orders', token, order));
  expectReply(made, 201, '"id"');
  const { id } = JSON.parse(made.body) as { id: string };
  expectReply(await connection.request(approval(id)), 200, '');
  const captured = await connection.request(ask(`/v2/checkout/orders/${id}/capture`, token, '{}'));
  expectReply(captured, 201, 'COMPLETED');
}

/** Adds 5.00 by card: begins, approves at the sandboxed provider, completes. */
async function add(shopper: Shopper, member: number): Promise<void> {
  const nTotalAmount = 5;
  const wish = { purpose: 'add', nTotalAmount };
  const begun = await permit(shopper, member, wish);
  const { token = '', secretToken, sTopUpId = '', sPaymentId } = begun;
  const toProvider = await shopper.provider();
  expectReply(await toProvider.request(approval(sPaymentId ?? '')), 200, '');
  const body = {
    sOrderId: sTopUpId,
    sPayerId: memberId(member),
    eCurrency: 'usd',
    sPaymentId,
    eGateway: 'PayPal',
    nTotalAmount,
    secretToken,
  };
  const reply = await shopper.connection.request(
    request('POST', '/wallet/add', member, { body, token }),
  );
  expectReply(reply, 200, '"eStatus":"Complete"');
}

/** The requests of the wallet page, and the list filtered by cashback. */
async function wallet({ connection }: Shopper, member: number): Promise<void> {
  const list = '/wallet/transactions?page=1&limit=20';
  for (const path of [list, `${list}&eKind=cashback`, '/wallet/history'])
    expectReply(await connection.request(request('GET', path, member)), 200, '"status":200');
}

/** The first page of the member's orders. */
async function orders({ connection }: Shopper, member: number): Promise<void> {
  const reply = await connection.request(request('GET', '/transactions?page=1&limit=10', member));
  expectReply(reply, 200, '"status":200');
}

const deeds = { order, purchase, send, add, provider, wallet, orders } satisfies Record<
  Deed,
  unknown
>;

/** Repeats an action until the time is over; returns the latencies in milliseconds. */
export async function shop(shopper: Shopper, deed: Deed, untilMs: number): Promise<number[]> {
  const latencies: number[] = [];
  for (let began = performance.now(); began < untilMs; ) {
    const member = shopper.members[pick(shopper.members.length) - 1] ?? 1;
    const card = cardId(pick(shopper.cards));
    await deeds[deed](shopper, member, card, latencies.length);
    const now = performance.now();
    latencies.push(now - began);
    began = now;
  }
  return latencies;
}
