/** A case in each queue of the demo's back office, made as customers and providers make them. */
import { login } from '@giftlane/contract/members/accounts.ts';
import { updateKyc } from '@giftlane/contract/members/kyc.ts';
import { signKycDoc, signSellImage } from '@giftlane/contract/members/uploads.ts';
import { generateWallet, sendCoin } from '@giftlane/contract/money/crypto.ts';
import {
  fromWire,
  lineAmounts,
  percentFromWire,
  sumLines,
  toWire,
} from '@giftlane/contract/money/money.ts';
import { addMoney, authorize } from '@giftlane/contract/money/wallet.ts';
import { listBrandsCached, listSellCards, showSellCards } from '@giftlane/contract/shop/catalog.ts';
import { initiate, pay } from '@giftlane/contract/shop/checkout.ts';
import { openClaim } from '@giftlane/contract/shop/claims.ts';
import { viewCard } from '@giftlane/contract/shop/orders.ts';
import { sellAmounts } from '@giftlane/contract/shop/sell-amounts.ts';
import { sell } from '@giftlane/contract/shop/selling.ts';
import { registerMember, showOwner } from '../../features/accounts/accounts.ts';
import { refundOrder } from '../../features/checkout/checkout.ts';
import { setOption } from '../../features/content/content.ts';
import { defineJob, enqueue } from '../../jobs/jobs.ts';
import { loadSharp } from '../../platform/render/sharp.ts';
import { newId } from '../../platform/secrets/ids.ts';
import { cardArt } from '../../seed/art/card-art.ts';
import type { Tools } from '../command.ts';
import { beginCases, endCases, memberIdsOf } from '../queries.ts';
import { demoPassword } from './demo-operators.ts';
import { askShop, atStandIn, type DemoWorld, tryAgain } from './demo-world.ts';

type CaseParts = Pick<Tools, 'db'> & {
  readonly config: Pick<Tools['config'], 'passwordCost'>;
};

interface Customer {
  readonly id: string;
  readonly email: string;
  readonly token: string;
}

/** A customer of the demo who is signed in. */
async function customer(
  { db, config }: CaseParts,
  world: DemoWorld,
  [firstName, lastName]: readonly [string, string],
): Promise<Customer> {
  const email = `${firstName.toLowerCase()}@company.example`;
  const country = { code: 'US', name: 'United States' };
  const person = { email, firstName, lastName, country, currency: 'usd' } as const;
  await registerMember(db, { ...person, password: demoPassword }, config.passwordCost);
  const [id = ''] = await memberIdsOf(db, [email]);
  await db.tx((tx) => showOwner(tx, id));
  const signedIn = await askShop(world, login, {
    body: { sEmail: email, sPassword: demoPassword },
  });
  return { id, email, token: signedIn.Authorization ?? '' };
}

/** Puts a picture that shows a card of this name; answers its path. */
async function picture(
  world: DemoWorld,
  { token }: Customer,
  call: typeof signKycDoc | typeof signSellImage,
  name: string,
): Promise<string> {
  const sharp = await loadSharp();
  const drawn = await sharp(Buffer.from(cardArt(name, name)))
    .resize(800)
    .jpeg()
    .toBuffer();
  const body = { sFileName: `${name}.jpg`, sContentType: 'image/jpeg' } as const;
  const { data } = await askShop(world, call, { token, body });
  const put = await fetch(data.sUrl, { method: 'PUT', body: Uint8Array.from(drawn) });
  if (!put.ok) throw new Error(`a picture of the demo: ${await put.text()}`);
  return data.sPath;
}

/** Queue `sales`: a card is offered. */
async function offerCard(world: DemoWorld, seller: Customer): Promise<void> {
  const { token } = seller;
  const query = { currency: 'usd' } as const;
  const [brand] = (await askShop(world, listSellCards, { query })).data;
  const params = { id: brand?._id ?? '' };
  const [card] = (await askShop(world, showSellCards, { params, body: query })).data;
  if (!card) throw new Error('the demo buys no cards');
  const sums = sellAmounts({
    quantity: 1,
    priceMinor: fromWire(card.nPrice),
    exchangeFeesBp: percentFromWire(card.nExchangeFees),
  });
  const image = (name: string) => picture(world, seller, signSellImage, name);
  const aImages = {
    imgFront: await image('front'),
    imgBack: await image('back'),
    imgPurchaseReceipt: await image('receipt'),
  };
  const body = {
    aCartData: [{ iGiftCardId: card._id, nQuantity: 1, nPrice: card.nPrice, aImages }],
    nTotalAmount: toWire(sums.receivableMinor),
    nWalletAmount: 0 as const,
    aExtraCharges: [{ name: 'Exchange Fees', amount: toWire(-sums.feeMinor) }],
    eGateway: 'Wallet' as const,
    sPayerId: seller.id,
  };
  await askShop(world, sell, { token, body });
}

/** Queue `identity`: papers are sent. */
async function sendPapers(world: DemoWorld, person: Customer): Promise<void> {
  const image = (name: string) => picture(world, person, signKycDoc, name);
  const body = {
    firstName: 'Dan',
    lastName: 'Drew',
    dob: '1988-04-12',
    address1: '12 Harbour Street',
    address2: 'Flat 2',
    city: 'Portland',
    state: 'Oregon',
    zipcode: '97201',
    country: 'US',
    terms: 'accept' as const,
    typeOfId: 'Passport' as const,
    typeOfAddress: 'Phone Bill' as const,
    docFront: await image('passport'),
    docBack: await image('passport-back'),
    docAddress: await image('phone-bill'),
    docSelffie: await image('selfie'),
  };
  await askShop(world, updateKyc, { token: person.token, body });
}

/** An order of one card, approved at the provider; answers how it is paid. */
async function approvedOrder(world: DemoWorld, buyer: Customer) {
  const { token } = buyer;
  const [brand] = (await askShop(world, listBrandsCached, { query: { currency: 'usd' } })).data;
  const card = brand?.cards.find(({ bInStock }) => bInStock);
  if (!card) throw new Error('the demo has no card in stock');
  const sums = sumLines([
    lineAmounts({
      quantity: 1,
      priceMinor: fromWire(card.nPrice),
      discountBp: percentFromWire(card.nDiscount),
      cashbackBp: percentFromWire(card.nCashBack),
      serviceChargeBp: percentFromWire(card.nServiceCharge),
    }),
  ]);
  const wish = {
    sOrderId: newId('demo').replace('_', '-'),
    eCurrency: 'usd' as const,
    eGateway: 'PayPal' as const,
    aCartData: [{ iGiftCardId: card._id, nQuantity: 1 }],
    nWalletAmount: 0,
    nTotalAmount: toWire(sums.payableMinor),
    aExtraCharges: [
      { name: 'Service Charge', amount: toWire(sums.serviceChargeMinor) },
      { name: 'Discount', amount: -toWire(sums.discountMinor) },
    ],
  };
  const { sPaymentId = '' } = (await askShop(world, initiate, { token, body: wish })).data;
  await atStandIn(world, `orders/${sPaymentId}/approve`, {});
  const body = { ...wish, sPaymentId, sPayerId: buyer.id };
  return { sPaymentId, pay: () => askShop(world, pay, { token, body }) };
}

/** Queue `claims`: a code does not work. */
async function claimCode(world: DemoWorld, buyer: Customer): Promise<void> {
  const { token } = buyer;
  const order = (await (await approvedOrder(world, buyer)).pay()).data;
  const params = { id: order._id };
  const sCodeId = order.aCartData[0]?.aCardCode[0]?._id ?? '';
  await askShop(world, viewCard, { token, params, body: { cardId: sCodeId } });
  const sWords = 'The brand says that somebody has redeemed it already.';
  await askShop(world, openClaim, { token, params, body: { sCodeId, eReason: 'used', sWords } });
}

async function captureOf(world: DemoWorld, sPaymentId: string): Promise<string> {
  const captures = await atStandIn<{ id: string; orderId: string }[]>(world, 'captures');
  return captures.find(({ orderId }) => orderId === sPaymentId)?.id ?? '';
}

const refusal = { operation: 'refund', kind: 'issue', value: 'REFUND_NOT_ALLOWED' } as const;

/** Queue `refunds`: the provider refuses to give an order's money back. */
async function refuseRefund({ db }: CaseParts, world: DemoWorld, buyer: Customer) {
  const order = await approvedOrder(world, buyer);
  const { data } = await order.pay();
  const about = await captureOf(world, order.sPaymentId);
  await atStandIn(world, 'faults', { ...refusal, about });
  await refundOrder({ db }, { memberId: buyer.id, id: data._id }, { reason: 'bought twice' });
}

/** Queue `unmatched`: the provider took another amount than it was asked for, and refuses to give it back. */
async function takeTooLittle(world: DemoWorld, buyer: Customer): Promise<void> {
  const order = await approvedOrder(world, buyer);
  const about = order.sPaymentId;
  await atStandIn(world, 'faults', { operation: 'capture', kind: 'wrong_amount', about });
  await atStandIn(world, 'faults', refusal);
  await order.pay().catch(() => undefined);
}

/** Queue `disputes`: money that was added by card is taken back. */
async function dispute(world: DemoWorld, { id, token }: Customer): Promise<void> {
  const nTotalAmount = 40;
  const begun = await askShop(world, authorize, { token, body: { purpose: 'add', nTotalAmount } });
  const { token: header, secretToken, sPaymentId = '' } = begun.data;
  await atStandIn(world, `orders/${sPaymentId}/approve`, {});
  const body = {
    sOrderId: newId('demo').replace('_', '-'),
    sPayerId: id,
    eCurrency: 'usd' as const,
    sPaymentId,
    sPaymentToken: '',
    eGateway: 'PayPal' as const,
    nTotalAmount,
    secretToken,
  };
  await askShop(world, addMoney, { token, headers: { token: header }, body });
  await atStandIn(world, `captures/${await captureOf(world, sPaymentId)}/reverse`, {});
}

/** An address of nobody in the shop, on the stand-in's chain (BIP 173). */
const elsewhere = 'rltc1qw508d6qejxtdg4y5r3zarvary0c5xw7k693xs3';

/** Queue `transfers`: coins of more than the limit wait for two operators. */
async function sendMuch({ db }: CaseParts, world: DemoWorld, { token }: Customer): Promise<void> {
  if (!world.ltc) return;
  await setOption(db, 'coin_approve_above', '200', { before: '0', editor: 'command line: demo' });
  const wallet = () => askShop(world, generateWallet, { token, body: { coin: 'LTC' } });
  const { receiveAddress } = (await tryAgain(wallet)).data;
  await world.ltc.fund(receiveAddress, 900_000_000n);
  await world.ltc.mine(6);
  const body = {
    coin: 'LTC' as const,
    amount: 500_000_000,
    receiveAddress: elsewhere,
    password: demoPassword,
    purpose: 'sendCoin' as const,
    sRequestId: newId('demo').replace('_', '-'),
  };
  await tryAgain(() => askShop(world, sendCoin, { token, body }));
}

/** Queue `jobs`: the mail server is busy at the only attempt to send a mail. */
async function failJob({ db }: CaseParts, world: DemoWorld, { id, email }: Customer) {
  await atStandIn(world, 'faults', { operation: 'mail', kind: 'busy', about: email });
  const job = defineJob('accounts.send_password_changed', { attempts: 1 });
  await enqueue(db, { job, payload: { memberId: id, mailId: newId('mail') } });
}

/** Adds the cases to a demo that has none yet. The stand-ins have to be in use. */
export async function addDemoCases(parts: CaseParts, world: DemoWorld): Promise<void> {
  if (!(await beginCases(parts.db))) return;
  const carla = await customer(parts, world, ['Carla', 'Cole']);
  const dan = await customer(parts, world, ['Dan', 'Drew']);
  await offerCard(world, carla);
  await sendPapers(world, dan);
  await claimCode(world, carla);
  await refuseRefund(parts, world, carla);
  await takeTooLittle(world, carla);
  await dispute(world, carla);
  await failJob(parts, world, dan);
  await sendMuch(parts, world, dan);
  await endCases(parts.db);
}
