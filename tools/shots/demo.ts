/** A temporary demo shop with a member who has bought and has a full cart. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Call, Data } from '@giftlane/contract/call.ts';
import { login } from '@giftlane/contract/members/accounts.ts';
import {
  currencies,
  fromWire,
  lineAmounts,
  percentFromWire,
  sumLines,
  toWire,
} from '@giftlane/contract/money/money.ts';
import { listWalletTransactions } from '@giftlane/contract/money/wallet.ts';
import { addToCart, type CartItem, showCart } from '@giftlane/contract/shop/cart.ts';
import { listBrandsCached, listSellCards, showSellCards } from '@giftlane/contract/shop/catalog.ts';
import { pay } from '@giftlane/contract/shop/checkout.ts';
import { listOrders, type Order } from '@giftlane/contract/shop/orders.ts';
import { freePort } from '../free-port.ts';
import type { Found } from './screen.ts';

export interface Demo extends Found {
  readonly url: string;
  readonly token: string;
  close(): Promise<void>;
}

const startFile = join(import.meta.dirname, '../start.ts');
const account = { sEmail: 'anna@giftlane.example', sPassword: 'Gift-lane-1' };

/** User agent of the member's session. */
const browser =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36';

interface Answer<C extends Call> {
  readonly data: Data<C>;
  readonly Authorization?: string;
}

type Ask = <C extends Call>(
  call: C,
  sent?: { query?: string; body?: object },
) => Promise<Answer<C>>;

/** Starts the shop of `npm start` on an empty folder; resolves with its address. */
async function run(folder: string): Promise<{ url: string; stop: () => Promise<void> }> {
  const child = spawn(process.execPath, [startFile], {
    env: { PATH: process.env.PATH, DATA_DIR: folder, PORT: String(await freePort()) },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'exit');
  const stop = async () => {
    child.kill('SIGTERM');
    await ended;
  };
  let said = '';
  for await (const part of child.stdout.setEncoding('utf8')) {
    said += part;
    const url = /^\s*Shop\s+(http\S+)/m.exec(said)?.[1];
    if (url) {
      child.stdout.resume();
      return { url, stop };
    }
  }
  throw new Error(`the shop did not start: ${said}`);
}

function asker(url: string, token?: string): Ask {
  return async (call, { query = '', body } = {}) => {
    const reply = await fetch(`${url}/api/v1${call.path}${query}`, {
      method: call.method,
      headers: {
        'user-agent': browser,
        ...(token && { authorization: token }),
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
    });
    if (!reply.ok) throw new Error(`${call.name}: ${await reply.text()}`);
    return (await reply.json()) as Answer<typeof call>;
  };
}

/** An order of these lines, paid from the wallet or by card. */
function draftOf(aCartData: readonly CartItem[], fromWallet: boolean) {
  const { payableMinor, serviceChargeMinor, discountMinor } = sumLines(
    aCartData.map(({ nQuantity, nPrice, nDiscount, nCashBack, nServiceCharge }) =>
      lineAmounts({
        quantity: nQuantity,
        priceMinor: fromWire(nPrice),
        discountBp: percentFromWire(nDiscount),
        cashbackBp: percentFromWire(nCashBack),
        serviceChargeBp: percentFromWire(nServiceCharge),
      }),
    ),
  );
  return {
    sOrderId: `shots-${Date.now().toString(36)}-${'x'.repeat(8)}`,
    eCurrency: 'usd',
    eGateway: fromWallet ? 'Wallet' : 'PayPal',
    aCartData,
    nWalletAmount: fromWallet ? toWire(payableMinor) : 0,
    nTotalAmount: toWire(payableMinor),
    aExtraCharges: [
      { name: 'Service Charge', amount: toWire(serviceChargeMinor) },
      { name: 'Discount', amount: -toWire(discountMinor) },
    ],
  };
}

/** Buys the cart's content from the wallet. */
async function buy(ask: Ask, memberId: string): Promise<Order> {
  const draft = draftOf((await ask(showCart)).data, true);
  await ask(pay, { body: { ...draft, sPayerId: memberId, sPaymentId: '' } });
  const [order] = (await ask(listOrders, { query: '?limit=1' })).data;
  if (!order) throw new Error('nothing was bought');
  return order;
}

/** Gives the member an order, and a cart that exceeds the wallet. */
async function shopAround(url: string): Promise<Pick<Demo, 'token' | keyof Found>> {
  const signedIn = await asker(url)(login, { body: account });
  const token = signedIn.Authorization ?? '';
  const ask = asker(url, token);
  const { data: brands } = await ask(listBrandsCached, { query: '?currency=usd&limit=3' });
  const put = (index: number, nQuantity: number) =>
    ask(addToCart, { body: { iGiftCardId: brands[index]?.cards[0]?._id, nQuantity } });
  await put(0, 1);
  await put(1, 2);
  const order = await buy(ask, signedIn.data._id);
  await put(0, 120);
  await put(2, 3);
  const { data: bought } = await ask(listSellCards, { query: '?currency=usd' });
  const [brandId = '', soldBrandId = ''] = [brands[0]?._id, bought[0]?._id];
  const { data: soldCards } = await ask(
    { ...showSellCards, path: `/sellcards/${soldBrandId}` },
    { body: { currency: 'usd' } },
  );
  const sold = await Promise.all(
    currencies.map(async (currency) => {
      const query = `?currency=${currency}&category=${brandId}`;
      const { data } = await ask(listBrandsCached, { query });
      return data.length > 0 ? [] : [currency];
    }),
  );
  const draft = draftOf((await ask(showCart)).data, false);
  const [movement] = (await ask(listWalletTransactions, { query: '?limit=1' })).data;
  return {
    token,
    movementId: movement?._id ?? '',
    memberId: signedIn.data._id,
    order,
    draft,
    brandId,
    soldBrandId,
    soldCard: { id: soldCards[0]?._id ?? '', price: String(soldCards[0]?.nPrice) },
    notSoldIn: sold.flat()[0] ?? '',
  };
}

/** Opens the temporary demo shop. */
export async function openDemo(): Promise<Demo> {
  const folder = await mkdtemp(join(tmpdir(), 'giftlane-shots-'));
  // Lets the database's account in, which is not root: its data then stays in this folder and is deleted with
  // it.
  await chmod(folder, 0o755);
  const { url, stop } = await run(folder);
  const close = async () => {
    await stop();
    await rm(folder, { recursive: true, force: true });
  };
  try {
    return { url, ...(await shopAround(url)), close };
  } catch (error) {
    await close();
    throw error;
  }
}
