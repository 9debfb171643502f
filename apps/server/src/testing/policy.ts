/** The authorisation matrix: who calls what with whose ids, and what replies may reveal. */
import type { Call } from '@giftlane/contract/call.ts';
import type { FastifyInstance } from 'fastify';
import { personalData } from '../features/kyc/applicants.testing.ts';
import { testPassword } from './builders.ts';
import type { Owner } from './policy-owner.ts';
import type { Reply, TestShop } from './start-shop.ts';

/** Ids of a member's things; each is secret, or useless to others. */
export interface Ids {
  readonly member: string;
  readonly cartLine: string;
  readonly order: string;
  readonly orderClient: string;
  readonly line: string;
  readonly code: string;
  readonly pendingClient: string;
  readonly payment: string;
  readonly kycDoc: string;
  /** An uploaded one. */
  readonly kycPicture: string;
  readonly sellImage: string;
  readonly claimImage: string;
  readonly claim: string;
  readonly offered: string;
  readonly offeredBack: string;
  readonly offeredReceipt: string;
  readonly permitToken: string;
  readonly permitSecret: string;
  readonly topUp: string;
  readonly topUpPayment: string;
  readonly addToken: string;
  readonly addSecret: string;
  readonly session: string;
  readonly sendToken: string;
  readonly sendSecret: string;
  readonly walletLine: string;
  /** A coin wallet, and an order that it may pay. */
  readonly coinWallet: string;
  readonly coinOrder: string;
  readonly coinTransfer: string;
  readonly coinTx: string;
  /** Payment address of that order; no other member can pay it for her. */
  readonly coinAddress: string;
}

export function idsOf({
  member,
  cartLineId,
  order,
  pending,
  uploads,
  permit,
  topUp,
  sending,
  walletLine,
  claimId,
  sessionId,
  coins,
}: Owner): Ids {
  return {
    member: member.id,
    cartLine: cartLineId,
    order: order.id,
    orderClient: order.clientId,
    line: order.lineId,
    code: order.codeIds[0] ?? '',
    pendingClient: pending.clientId,
    payment: pending.paymentId,
    ...uploads,
    claim: claimId,
    permitToken: permit.token,
    permitSecret: permit.secretToken,
    topUp: topUp.id,
    topUpPayment: topUp.paymentId,
    addToken: topUp.token,
    addSecret: topUp.secretToken,
    session: sessionId,
    sendToken: sending.token,
    sendSecret: sending.secretToken,
    walletLine,
    coinWallet: coins.walletId,
    coinOrder: coins.orderId,
    coinTransfer: coins.transferId,
    coinTx: coins.txid,
    coinAddress: coins.address,
  };
}

/** Ids of the same form that do not exist. */
export function unknownIds(like: Ids): Ids {
  const other = (id: string) => {
    const [, prefix = '', rest = ''] = /^([a-z]+[_-])?(.*)$/.exec(id) ?? [];
    return prefix + (/^\d+$/.test(rest) ? '999999999' : rest.split('').reverse().join(''));
  };
  const others = Object.fromEntries(Object.entries(like).map(([name, id]) => [name, other(id)]));
  // Addresses have checksums: this one is valid and unknown here (BIP 173).
  const coinAddress = 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080';
  return { ...others, coinAddress } as { [name in keyof Ids]: string };
}

/** A request relative to the base path. */
export interface Ask {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: string;
  readonly body?: Readonly<Record<string, unknown>>;
  readonly headers?: Readonly<Record<string, string>>;
}

const nobodys = { id: 'AAAA', rawId: 'AAAA', type: 'public-key' };
/** Responses that no passkey has signed or created. */
const signedByNobody = {
  ...nobodys,
  response: { clientDataJSON: 'AAAA', authenticatorData: 'AAAA', signature: 'AAAA' },
};
const madeByNobody = {
  ...nobodys,
  response: { clientDataJSON: 'AAAA', attestationObject: 'AAAA' },
};

/** Coin prices in US dollars, and 10.00 in smallest units of the first coin. */
export const coinPrices = { BTC: 100_000, LTC: 100 };
const coinAmount = 10_000;

interface World {
  readonly cardId: string;
  readonly brandId: string;
  readonly voucher: { code: string; pin: string };
  /** A recipient for transfers. */
  readonly friendId: string;
  /** A referral code of a member who registered before all others. */
  readonly friendCode: string;
  /** Of a browser: the id acts as a token, whoever has it may link it. */
  readonly subscriptionId: string;
}

/** A member's request for each call, with her own ids. A served call missing here fails the test. */
export function askFor(
  call: Call,
  ids: Ids,
  { cardId, brandId, voucher, subscriptionId, friendId, friendCode }: World,
): Ask | undefined {
  const item = { iGiftCardId: cardId, nQuantity: 1 };
  const order = {
    sOrderId: ids.pendingClient,
    eCurrency: 'usd',
    eGateway: 'PayPal',
    aCartData: [item],
    nWalletAmount: 0,
    aExtraCharges: [],
    nTotalAmount: 10,
  };
  const sellImages = {
    imgFront: ids.offered,
    imgBack: ids.offeredBack,
    imgPurchaseReceipt: ids.offeredReceipt,
  };
  const byOrder = () => ({ params: { id: ids.order } });
  const sNewPassword = `${testPassword}-anew`;
  const password = { sNewPassword, sNewRetypedPassword: sNewPassword };
  const sEmail = 'somebody@example.com';
  const registration = {
    sFirstName: 'A',
    sLastName: 'B',
    sEmail,
    oCountry: { value: 'US', label: 'United States' },
    eCurrency: 'usd',
    sPassword: testPassword,
  };
  const { eCurrency: _, sPassword: __, ...profile } = registration;
  const brand = { params: { id: brandId } };
  const usd = { params: { currency: 'usd' } };
  const token = { params: { token: 'a'.repeat(43) } };
  const sGoogleToken = 'a.b.c';
  const file = { sFileName: 'a.png', sContentType: 'image/png' };
  const asks: Record<string, () => Ask> = {
    'content.listOptions': () => ({}),
    'content.showCounters': () => ({}),
    'content.showPage': () => ({ params: { path: 'faq' } }),
    'contact.send': () => ({ body: { sEmail, sMessage: 'Where is my order?' } }),
    'crashes.report': () => ({ body: { sPage: '/', sError: 'Error', aFrames: [] } }),
    'newsletter.subscribe': () => ({ body: { sEmail } }),
    'newsletter.confirm': () => token,
    'newsletter.unsubscribe': () => token,
    'kyc.show': () => ({}),
    'selling.terms': () => ({}),
    'kyc.sendAgain': () => ({ body: { docFront: ids.kycPicture } }),
    'kyc.update': () => ({
      body: {
        ...personalData,
        docFront: ids.kycPicture,
        docBack: ids.kycPicture,
        docAddress: ids.kycPicture,
        docSelffie: ids.kycPicture,
      },
    }),
    'push.subscribe': () => ({
      body: {
        endpoint: 'https://fcm.googleapis.com/fcm/send/a',
        keys: { p256dh: `B${'A'.repeat(86)}`, auth: 'A'.repeat(22) },
      },
    }),
    'push.link': () => ({ body: { sId: subscriptionId } }),
    'push.unsubscribe': () => ({ body: { sEndpoint: 'https://fcm.googleapis.com/fcm/send/b' } }),
    'push.showStatus': () => ({ body: { sEndpoint: 'https://fcm.googleapis.com/fcm/send/b' } }),
    'coins.generateWallet': () => ({ body: { coin: 'BTC' } }),
    'coins.wallets': () => ({}),
    'coins.rate': () => ({ body: { coin: 'BTC' } }),
    'coins.transfers': () => ({ params: { coin: 'BTC' } }),
    'coins.payment': () => ({ params: { id: ids.coinOrder } }),
    'coins.quoteFee': () => ({ body: { coin: 'BTC', amount: 10_000 } }),
    'coins.quoteBump': () => ({ params: { id: ids.coinTransfer } }),
    'coins.bumpSend': () => ({ body: { id: ids.coinTransfer, nMostFee: 10_000 } }),
    'coins.cancelSend': () => ({ body: { id: ids.coinTransfer } }),
    'coins.send': () => ({
      body: {
        coin: 'BTC',
        amount: coinAmount,
        receiveAddress: ids.coinAddress,
        purpose: 'payment',
      },
    }),
    'checkout.confirmCrypto': () => ({
      body: {
        iId: ids.coinTransfer,
        sOrderId: ids.coinOrder,
        sPayerId: ids.coinWallet,
        sPaymentId: ids.coinTx,
        eGateway: 'BitCoin',
      },
    }),
    'rates.show': () => ({}),
    'rates.showHistory': () => ({ query: 'from=usd&to=btc' }),
    'security.show': () => ({}),
    'security.listSessions': () => ({}),
    'security.endSessions': () => ({ body: { sId: ids.session } }),
    'security.listSignIns': () => ({}),
    'security.proveCode': () => ({ body: { sCode: '123456' } }),
    'security.provePasskeyOptions': () => ({}),
    'security.provePasskey': () => ({ body: { oCredential: signedByNobody } }),
    'security.beginTotp': () => ({}),
    'security.confirmTotp': () => ({ body: { sCode: '123456' } }),
    'security.unlinkGoogle': () => ({}),
    'security.removeTotp': () => ({}),
    'security.addPasskeyOptions': () => ({}),
    'security.addPasskey': () => ({ body: { sName: 'Key', oCredential: madeByNobody } }),
    'security.removePasskey': () => ({ body: { sId: 'pky_nobodys' } }),
    'security.renewRecoveryCodes': () => ({}),
    'security.lock': () => ({}),
    'security.unlock': () => ({ body: { sPassword: testPassword } }),
    'security.signInFactor': () => ({ body: { sChallenge: 'a'.repeat(43), sCode: '123456' } }),
    'security.signInPasskeyOptions': () => ({}),
    'security.signInPasskey': () => ({ body: { oCredential: signedByNobody } }),
    'accounts.myProfile': () => ({}),
    'accounts.logout': () => ({}),
    'accounts.resendVerification': () => ({}),
    'accounts.changePassword': () => ({ body: { ...password, sOldPassword: testPassword } }),
    'accounts.updateProfile': () => ({ body: profile }),
    'accounts.setProfilePicture': () => ({ body: { sProfilePicture: '' } }),
    'accounts.provePassword': () => ({ body: { sPassword: testPassword } }),
    'accounts.updateUseWallet': () => ({}),
    'accounts.verifyEmail': () => token,
    'accounts.confirmEmail': () => ({ ...token, body: { sPassword: testPassword } }),
    'accounts.undoEmail': () => token,
    'accounts.forgotPassword': () => ({ body: { sEmail } }),
    'accounts.checkResetToken': () => token,
    'accounts.resetPassword': () => ({ ...token, body: password }),
    'accounts.register': () => ({ body: registration }),
    'accounts.login': () => ({ body: { sEmail, sPassword: testPassword } }),
    'accounts.googleNonce': () => ({}),
    'accounts.googleLogin': () => ({ body: { sGoogleToken } }),
    'accounts.linkGoogle': () => ({ body: { sGoogleToken, sPassword: testPassword } }),
    'accounts.mailGoogleLink': () => ({ body: { sGoogleToken } }),
    'accounts.followGoogleLink': () => token,
    'catalog.listBrands': () => ({ body: {} }),
    'catalog.listBrandsCached': () => ({}),
    'catalog.showBrand': () => ({ ...brand, body: {} }),
    'catalog.showBrandCached': () => brand,
    'catalog.priceLimits': () => usd,
    'catalog.listBrandNames': () => usd,
    'catalog.listSellCards': () => ({}),
    'catalog.showCategory': () => brand,
    'catalog.showSellCards': () => ({ ...brand, body: {} }),
    'cart.show': () => ({}),
    'cart.add': () => ({ body: item }),
    'cart.change': () => ({ params: { id: ids.cartLine }, body: { nQuantity: 2 } }),
    'cart.remove': () => ({ params: { id: ids.cartLine } }),
    'cart.clear': () => ({}),
    'checkout.initiate': () => ({ body: order }),
    'checkout.pay': () => ({
      body: { ...order, sPayerId: ids.member, sPaymentId: ids.payment },
    }),
    'checkout.cancel': () => ({ body: { sOrderId: ids.pendingClient } }),
    'checkout.paymentConfig': () => ({}),
    'checkout.paypalWebhook': () => ({ body: { id: 'WH-1', event_type: 'X', resource: {} } }),
    'orders.list': () => ({}),
    'orders.show': byOrder,
    'orders.buyAgain': byOrder,
    'orders.listCodes': () => ({ ...byOrder(), query: `line=${ids.line}` }),
    'orders.viewCard': () => ({ ...byOrder(), body: { cardId: ids.code } }),
    'orders.viewCards': () => ({ ...byOrder(), body: { aCardIds: [ids.code] } }),
    'orders.downloadCodes': () => ({ ...byOrder(), body: { sPassword: testPassword } }),
    'orders.listReveals': byOrder,
    'selling.sell': () => ({
      body: {
        aCartData: [{ ...item, nPrice: 10, aImages: sellImages }],
        nTotalAmount: 10,
        nWalletAmount: 0,
        aExtraCharges: [],
        eGateway: 'Wallet',
        sPayerId: ids.member,
      },
    }),
    'claims.open': () => ({
      ...byOrder(),
      body: { sCodeId: ids.code, eReason: 'used', sWords: 'x' },
    }),
    'claims.list': byOrder,
    'claims.answer': () => ({ params: { id: ids.claim }, body: { sWords: 'x' } }),
    'claims.ofSale': byOrder,
    'uploads.signProfilePicture': () => ({ body: file }),
    'uploads.signKycDoc': () => ({ body: file }),
    'uploads.signSellImage': () => ({ body: file }),
    'uploads.signClaimPicture': () => ({ body: file }),
    'uploads.cleanClaimPicture': () => ({ body: { sFileName: ids.claimImage } }),
    'uploads.cleanKycDoc': () => ({ body: { sFileName: ids.kycDoc } }),
    'uploads.cleanSellImage': () => ({ body: { sFileName: ids.sellImage } }),
    'wallet.authorize': () => ({ body: { purpose: 'redeem' } }),
    'wallet.lookUp': () => ({
      params: { code: voucher.code },
      headers: { token: ids.permitToken },
    }),
    'wallet.redeem': () => ({
      headers: { token: ids.permitToken },
      body: { sCode: voucher.code, sPin: voucher.pin, secretToken: ids.permitSecret },
    }),
    'wallet.add': () => ({
      headers: { token: ids.addToken },
      body: {
        sOrderId: 'a-payment-into-the-wallet',
        sPayerId: ids.member,
        eCurrency: 'usd',
        sPaymentId: ids.topUpPayment,
        eGateway: 'PayPal',
        nTotalAmount: 10,
        secretToken: ids.addSecret,
      },
    }),
    'wallet.send': () => ({
      headers: { token: ids.sendToken },
      body: {
        nTotalAmount: 1,
        address: friendId,
        sPassword: testPassword,
        secretToken: ids.sendSecret,
      },
    }),
    'points.show': () => ({}),
    'points.list': () => ({}),
    'points.spend': () => ({ body: { nPoints: 100, sKey: 'one-press-of-a-button' } }),
    'points.tieFriend': () => ({ body: { sCode: friendCode } }),
    'accounts.searchUser': () => ({ body: { search: 'somebody' } }),
    'wallet.showTopUp': () => ({ params: { id: ids.topUp } }),
    'wallet.terms': () => ({}),
    'wallet.listTransactions': () => ({}),
    'wallet.statementCsv': () => ({ query: 'dFrom=2026-01-01&dTo=2026-12-31' }),
    'wallet.statementPdf': () => ({ query: 'dFrom=2026-01-01&dTo=2026-12-31' }),
    'wallet.history': () => ({}),
    'ledger.showHead': () => ({}),
    'ledger.showDays': () => ({}),
    'ledger.showConsistency': () => ({ query: 'first=0' }),
    'ledger.proveLine': () => ({ params: { id: ids.walletLine } }),
    'myData.show': () => ({}),
    'myData.ask': () => ({ body: { sPassword: testPassword } }),
    'myData.link': () => ({ body: { sPassword: testPassword } }),
    'myData.close': () => ({ body: { sPassword: testPassword } }),
    'myData.reopen': () => token,
  };
  return asks[call.name]?.();
}

/** Names of the ids in a call's request. */
export function idsUsed(call: Call, ids: Ids, world: World): (keyof Ids)[] {
  const used = new Set<keyof Ids>();
  const watched = new Proxy(ids, {
    get(target, name) {
      used.add(name as keyof Ids);
      return target[name as keyof Ids];
    },
  });
  askFor(call, watched, world);
  // Building the request also reads ids it does not use: only those in its text count.
  const text = JSON.stringify(askFor(call, ids, world));
  return [...used].filter((name) => text.includes(ids[name]));
}

/** Sends the request; without `token` as a visitor. */
export function make(
  shop: TestShop,
  call: Call,
  { params = {}, query, body, headers = {} }: Ask,
  token: string | undefined,
): Promise<Reply<unknown>> {
  const path = call.path.replace(/\{(\w+)\}/g, (_, name: string) => params[name] ?? '');
  return shop.raw(call.method, query ? `${path}?${query}` : path, {
    ...(body && { body }),
    headers,
    token,
  });
}

/** Replaces values by their types: replies of equal shape reveal nothing. */
export function shapeOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.slice(0, 1).map(shapeOf);
  if (typeof value !== 'object' || value === null) return value === null ? null : typeof value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, shapeOf(one)]));
}

/** What a reply reveals to somebody who guesses ids. */
export const tellOf = ({ status, body }: Reply<unknown>) => ({
  status,
  code: body.code,
  message: body.message,
  data: shapeOf(body.data),
});

/**
 * All routes as `METHOD /path`, parsed from Fastify's own radix tree: its other listing omits wildcard
 * routes.
 */
export function routesOf(app: FastifyInstance): string[] {
  const prefixes: string[] = [];
  return app
    .printRoutes()
    .split('\n')
    .flatMap((line) => {
      const match = /^([│ ]*)[├└]── (\S+)(?: \((.*)\))?$/.exec(line);
      if (!match) return [];
      const [, indent = '', part = '', methods] = match;
      const depth = indent.length / 4;
      const path = (depth > 0 ? (prefixes[depth - 1] ?? '') : '') + part;
      prefixes[depth] = path;
      return methods?.split(', ').map((method) => `${method} ${path}`) ?? [];
    });
}
