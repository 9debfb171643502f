/** A member who owns one of everything that others must not reach. */

import { signClaimPicture, signKycDoc, signSellImage } from '@giftlane/contract/members/uploads.ts';
import { sendCoin } from '@giftlane/contract/money/crypto.ts';
import { authorize, listWalletTransactions } from '@giftlane/contract/money/wallet.ts';
import { addToCart } from '@giftlane/contract/shop/cart.ts';
import { initiate, pay } from '@giftlane/contract/shop/checkout.ts';
import { begun as begunTopUp } from '../features/checkout/capture/top-up.testing.ts';
import { giveCoins } from '../features/coins/coins.testing.ts';
import { uploaded } from '../features/uploads/pictures.testing.ts';
import { sendPermit } from '../features/wallet/send/send.testing.ts';
import { sql } from '../platform/db/db.ts';
import { newId } from '../platform/secrets/ids.ts';
import {
  makeCard,
  makeMember,
  orderBody,
  type TestCard,
  type TestMember,
  testPassword,
} from './builders.ts';
import type { TestShop } from './start-shop.ts';

export interface Owner {
  readonly member: TestMember;
  readonly cartLineId: string;
  /** Delivered, with two codes. */
  readonly order: { id: string; clientId: string; lineId: string; codeIds: string[] };
  /** Initiated by card, not approved. */
  readonly pending: {
    id: string;
    clientId: string;
    paymentId: string;
    wish: Omit<ReturnType<typeof orderBody>, 'sPayerId'>;
  };
  /**
   * Paths of pictures: three signed but not uploaded, then uploaded ones of a document and of offered cards.
   */
  readonly uploads: {
    kycDoc: string;
    kycPicture: string;
    sellImage: string;
    claimImage: string;
    /** Three uploaded ones, for an offer. */
    offered: string;
    offeredBack: string;
    offeredReceipt: string;
  };
  /** A token pair for one wallet action. */
  readonly permit: { token: string; secretToken: string };
  /** A token pair for sending money. */
  readonly sending: { token: string; secretToken: string };
  /** An approved top-up by card, with its token pair. */
  readonly topUp: { id: string; paymentId: string; token: string; secretToken: string };
  readonly sessionId: string;
  /** A claim about the second code of the order, which the shop asked nothing about. */
  readonly claimId: string;
  /** An order paid from a coin wallet: the nodes have the transaction, the shop does not know yet. */
  readonly coins: {
    walletId: string;
    orderId: string;
    address: string;
    amount: number;
    transferId: string;
    txid: string;
  };
  /** The newest line of the wallet, so the last to be sealed. */
  readonly walletLine: string;
}

/** A card with enough codes for a long test, which the shop also buys. */
export async function wideCard(shop: TestShop): Promise<TestCard> {
  const card = await makeCard(shop, { codes: 1_000 });
  await shop.db.run(sql`update cards set sellable = true where id = ${card.id}`);
  await shop.catalog.refresh();
  return card;
}

/** Begins an order by coin and submits its payment, as far as the shop knows. */
async function paidByCoins(
  shop: TestShop,
  member: TestMember,
  card: TestCard,
): Promise<Owner['coins']> {
  const { token } = member;
  const walletId = await giveCoins(shop, member, 1_000_000n);
  const { sPayerId: _, ...ofCard } = orderBody(member, {
    card,
    totalMinor: 10_00n,
    gateway: 'PayPal',
  });
  const begun = await shop.call(initiate, { token, body: { ...ofCard, eGateway: 'BitCoin' } });
  const { sReceiveAddress: address = '', nCoinAmount: amount = 0 } = begun.body.data;
  const sent = await shop.call(sendCoin, {
    token,
    body: {
      coin: 'BTC',
      amount,
      receiveAddress: address,
      purpose: 'payment',
      password: testPassword,
    },
  });
  const { id: transferId, txid } = sent.body.data;
  for (const state of ['signed', 'unconfirmed'])
    await shop.db.run(sql`update coin_transfers set state = ${state} where id = ${transferId}`);
  // Was proven a moment ago; the matrix sends requests of an unproven session.
  await shop.db.run(sql`
    update sessions set proven_at = app_now() - interval '1 hour' where member_id = ${member.id}`);
  return { walletId, orderId: ofCard.sOrderId, address, amount, transferId, txid };
}

/** A claim about a sold code, without a look at it that would count. */
async function openedClaim({ db }: TestShop, code: string): Promise<string> {
  const id = newId('clm');
  const codeId = code.replace('code_', '');
  await db.run(sql`update codes set viewed_at = app_now() where id = ${codeId}::bigint`);
  await db.run(sql`
    insert into claims (id, member_id, order_id, line_id, card_id, code_id, title, serial, reason, due_at)
    select ${id}, l.member_id, l.order_id, l.id, l.card_id, c.id, l.title, c.serial, 'used', app_now()
    from codes c join order_lines l on l.id = c.line_id where c.id = ${codeId}::bigint`);
  await db.run(sql`
    insert into claim_steps (claim_id, n, member_id, kind, side, words)
    select id, 1, member_id, 'opened', 'buyer', 'x' from claims where id = ${id}`);
  return id;
}

/** Creates the member; all her things belong to `card`, 10.00 each. */
export async function makeOwner(shop: TestShop, card: TestCard): Promise<Owner> {
  const member = await makeMember(shop, { walletMinor: 1_000_00n });
  const { token } = member;
  const bought = await shop.call(pay, {
    token,
    body: orderBody(member, { card, quantity: 2, totalMinor: 20_00n }),
  });
  const { _id: id, sOrderId: clientId, aCartData } = bought.body.data;
  const [line] = aCartData;
  const { sPayerId: _, ...wish } = orderBody(member, {
    card,
    totalMinor: 10_00n,
    gateway: 'PayPal',
  });
  const begun = await shop.call(initiate, { token, body: wish });
  const shown = await shop.raw('GET', `/transactions/${wish.sOrderId}`, { token });
  // Before the cart is filled: ordered cards leave it.
  const coins = await paidByCoins(shop, member, card);
  const added = await shop.call(addToCart, {
    token,
    body: { iGiftCardId: card.id, nQuantity: 3 },
  });
  const file = { token, body: { sFileName: 'a.png', sContentType: 'image/png' as const } };
  const [kycDoc, sellImage, claimImage] = [
    (await shop.call(signKycDoc, file)).body.data.sPath,
    (await shop.call(signSellImage, file)).body.data.sPath,
    (await shop.call(signClaimPicture, file)).body.data.sPath,
  ];
  const permit = await shop.call(authorize, { token, body: { purpose: 'redeem' } });
  const sending = await sendPermit(shop, member);
  const topUp = await begunTopUp(shop, member, 10);
  await topUp.approve();
  const session = await shop.db.one(
    sql<{ id: string }>`select id from sessions where member_id = ${member.id}`,
  );
  const lines = await shop.call(listWalletTransactions, { token });
  return {
    member,
    cartLineId: added.body.data._id,
    order: {
      id,
      clientId,
      lineId: line?._id ?? '',
      codeIds: line?.aCardCode.map((code) => code._id) ?? [],
    },
    pending: {
      id: (shown.body.data as { _id: string })._id,
      clientId: wish.sOrderId,
      paymentId: begun.body.data.sPaymentId,
      wish,
    },
    uploads: {
      kycDoc,
      sellImage,
      claimImage,
      offered: await uploaded(shop, token, 'sellimages'),
      offeredBack: await uploaded(shop, token, 'sellimages'),
      offeredReceipt: await uploaded(shop, token, 'sellimages'),
      kycPicture: await uploaded(shop, token, 'kycDocs'),
    },
    permit: permit.body.data,
    sending,
    topUp: {
      id: topUp.sTopUpId,
      paymentId: topUp.sPaymentId,
      token: topUp.header,
      secretToken: topUp.body.secretToken,
    },
    walletLine: lines.body.data[0]?._id ?? '',
    claimId: await openedClaim(shop, line?.aCardCode[1]?._id ?? ''),
    sessionId: session.id,
    coins,
  };
}
