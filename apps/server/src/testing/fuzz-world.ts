/**
 * The member who sends the fuzz, and data that her requests can refer to, so that they get past validation.
 */
import { addToCart, showCart } from '@giftlane/contract/shop/cart.ts';
import { initiate } from '@giftlane/contract/shop/checkout.ts';
import { insertIdentityLink } from '../features/accounts/google/identity-queries.ts';
import { emailKey } from '../features/accounts/names-and-phones.ts';
import { passwordHashOf, replacePasswordHash } from '../features/accounts/queries.ts';
import { openSession } from '../features/accounts/sessions/sessions.ts';
import { insertMailToken } from '../features/accounts/token-queries.ts';
import { begun as begunTopUp } from '../features/checkout/capture/top-up.testing.ts';
import { giveCoins } from '../features/coins/coins.testing.ts';
import { setOption } from '../features/content/content.ts';
import { makeConfirmation } from '../features/newsletter/readers.testing.ts';
import { codeOf, givePoints } from '../features/points/points.testing.ts';
import { makeSubscription } from '../features/push/browsers.testing.ts';
import { makeBought, offered } from '../features/selling/offers.testing.ts';
import { makeVoucher, permit } from '../features/wallet/cards.testing.ts';
import { sendPermit } from '../features/wallet/send/send.testing.ts';
import { sql } from '../platform/db/db.ts';
import { minutes } from '../platform/process/durations.ts';
import { newId } from '../platform/secrets/ids.ts';
import { newToken, tokenHash } from '../platform/secrets/secrets.ts';
import { makeCard, makeMember, orderBody } from './builders.ts';
import { atProvider } from './buying.ts';
import { sealAll } from './faults.ts';
import { pricing } from './fuzz-hints.ts';
import type { Ref } from './fuzz-values.ts';
import { googleToken, linkGoogle } from './google.ts';
import { makeOwner } from './policy-owner.ts';
import type { TestShop } from './start-shop.ts';

export interface World {
  /** The current value of a reference. */
  resolve(ref: Ref): unknown;
  /** Recreates what requests have used up. */
  refresh(): Promise<void>;
  /** Her session's token. */
  token(): string;
  /** Signs her in again if her session has ended. */
  renew(): Promise<void>;
  /** The `Token` header of wallet actions. */
  permitToken(path: string): string;
}

/** Creates two members with their data; one of them sends. */
export async function openWorld(shop: TestShop): Promise<World> {
  const priced = await Promise.all(
    pricing.map((prices) => makeCard(shop, { codes: 2_500, ...prices })),
  );
  // Raises limits, as the fuzz signs uploads and begins and abandons orders all the time.
  for (const bound of [
    'max_unused_uploads_per_member',
    'unpaid_share_of_card_new',
    'unpaid_minutes_a_day',
  ])
    await setOption(shop.db, bound, '999999');
  const [card = priced[0]] = priced;
  if (!card) throw new Error('no card');
  await shop.db.run(sql`update cards set sellable = true where id = ${card.id}`);
  await shop.catalog.refresh();
  const poor = await makeCard(shop, { codes: 1 });
  const euro = await makeCard(shop, { codes: 50, currency: 'eur' });
  const older = await makeMember(shop);
  const [anna, bert] = [await makeOwner(shop, card), await makeOwner(shop, card)];
  const spare = await makeMember(shop);
  await sealAll(shop);
  const { member } = anna;
  await givePoints(shop, member, 10_000_000n);
  await giveCoins(shop, member, 100_000_000n);
  await shop.db.run(sql`
    insert into friends (member_id, inviter_id, near) values (${member.id}, ${older.id}, false)`);
  const seen = anna.order.codeIds.slice(0, 1).map((id) => id.replace('code_', ''));
  await shop.db.run(sql`
    update codes set viewed_at = app_now() where id = any(${seen}::bigint[])`);
  const kinds: Record<string, unknown[]> = {
    priced: priced.map(({ id }) => id),
    card: [...priced, poor, euro].map(({ id }) => id),
    brand: [...priced, poor, euro].map(({ brandId }) => brandId),
    order: [anna.order.id, anna.order.clientId, anna.pending.id, anna.pending.clientId],
    line: [anna.order.lineId, bert.order.lineId],
    code: anna.order.codeIds,
    payment: [anna.pending.paymentId],
    self: [member.id],
    email: [member.email, spare.email, member.email.toUpperCase()],
    seenCode: anna.order.codeIds.slice(0, 1),
    sale: [(await offered(shop, member, { card: await makeBought(shop) }))._id],
    foreignOrder: [bert.order.id, bert.order.clientId, bert.pending.id],
    foreignCartLine: [bert.cartLineId],
    foreignCode: bert.order.codeIds,
    foreignPayment: [bert.pending.paymentId],
    foreignMember: [bert.member.id],
    kycDoc: [anna.uploads.kycDoc],
    kycPicture: [anna.uploads.kycPicture],
    sellImage: [anna.uploads.sellImage],
    claimImage: [anna.uploads.claimImage],
    offered: [anna.uploads.offered, anna.uploads.offeredBack, anna.uploads.offeredReceipt],
    foreignUpload: Object.values(bert.uploads),
    cartLine: [anna.cartLineId],
    walletLine: [anna.walletLine],
    foreignWalletLine: [bert.walletLine],
    subscription: [await makeSubscription(shop)],
    newsToken: [await makeConfirmation(shop)],
    friendCode: [await codeOf(shop, older)],
    coinOrder: [anna.coins.orderId],
    coinWallet: [anna.coins.walletId],
    coinTransfer: [anna.coins.transferId],
    coinTx: [anna.coins.txid],
    coinAddress: [
      anna.coins.address,
      bert.coins.address,
      'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080',
    ],
  };
  const used = new Set([
    'cartLine',
    'payable',
    'mailToken',
    'googleToken',
    'voucher',
    'secretToken',
    'addable',
    'sendSecret',
  ]);
  let session = member.token;
  let walletToken = '';
  let addToken = '';
  let sendToken = '';
  await shop.db.run(sql`
    update site_options set value = '1000000' where name = 'top_up_daily_limit'`);
  let made = 0;

  const makers: Record<string, () => Promise<void>> = {
    async cartLine() {
      for (const { id } of [...priced, poor])
        await shop.call(addToCart, { token: session, body: { iGiftCardId: id, nQuantity: 1 } });
      const cart = await shop.call(showCart, { token: session });
      kinds.cartLine = cart.body.data.map((line) => line._id);
    },
    async payable() {
      const { sPayerId, ...wish } = orderBody(member, {
        card,
        totalMinor: 10_00n,
        gateway: 'PayPal',
      });
      const begun = await shop.call(initiate, { token: session, body: wish });
      const { sPaymentId } = begun.body.data;
      made += 1;
      if (made % 3 > 0) await atProvider(shop, sPaymentId, 'approve');
      kinds.payable = [...(kinds.payable ?? []).slice(-3), { ...wish, sPayerId, sPaymentId }];
    },
    async mailToken() {
      const tokens = Array.from({ length: 4 }, newToken);
      for (const [index, token] of tokens.entries())
        await insertMailToken(shop.db, {
          hash: tokenHash(token),
          memberId: spare.id,
          purpose: index % 2 ? 'verify' : 'reset',
          emailKey: emailKey(spare.email),
          lifeMs: minutes(60),
        });
      const link = newToken();
      const { sub: subject } = shop.sandbox.google.addAccount({ email: spare.email });
      await insertIdentityLink(shop.db, {
        hash: tokenHash(link),
        memberId: spare.id,
        emailKey: emailKey(spare.email),
        issuer: shop.sandbox.googleIssuer,
        subject,
        lifeMs: minutes(60),
      });
      kinds.mailToken = [...tokens, link];
    },
    async googleToken() {
      // Two accounts with the spare member's address, one of them linked, and an unknown one.
      const { google } = shop.sandbox;
      const people = [spare.email, spare.email, `${newId('fuzz')}@example.com`].map((email) =>
        google.addAccount({ email }),
      );
      const tokens = await Promise.all(people.map((person) => googleToken(shop, person)));
      const [first] = people;
      if (first) await linkGoogle(shop, spare.id, first.sub);
      kinds.googleToken = tokens;
    },
    async voucher() {
      const printed = await Promise.all([makeVoucher(shop), makeVoucher(shop, 'eur')]);
      kinds.voucher = printed.map(({ code }) => code);
      kinds.pin = printed.map(({ pin }) => pin);
    },
    async secretToken() {
      const pair = await permit(shop, { token: session });
      walletToken = pair.token;
      kinds.secretToken = [pair.secretToken];
    },
    async sendSecret() {
      const pair = await sendPermit(shop, { token: session });
      sendToken = pair.token;
      kinds.sendSecret = [pair.secretToken];
    },
    async addable() {
      const topUp = await begunTopUp(shop, { ...member, token: session }, 10);
      await topUp.approve();
      addToken = topUp.header;
      kinds.addable = [topUp.body];
      kinds.topUp = [topUp.sTopUpId];
    },
  };

  const passwordHash = (await passwordHashOf(shop.db, member.id)) ?? '';
  const world: World = {
    resolve({ kind, index }) {
      used.add(kind);
      if (kind === 'freshId') return newId('fuzz').replace('_', '-');
      if (kind === 'freshEmail') return `${newId('fuzz')}@example.com`;
      const known = kinds[kind] ?? [];
      return known[index % Math.max(1, known.length)] ?? `${kind}_${index}`;
    },
    async refresh() {
      await world.renew();
      // Undoes a freeze by the member, which would refuse all that follows, and renews the session's proof,
      // which account changes need.
      await shop.db.run(
        sql`update members set locked_at = null, unlock_asked_at = null where id = ${member.id}`,
      );
      await shop.db.run(sql`
        update sessions set proven_at = app_now(), proven_by = 'password'
        where member_id = ${member.id}`);
      for (const [kind, make] of Object.entries(makers)) if (used.delete(kind)) await make();
    },
    token: () => session,
    async renew() {
      const { status } = await shop.raw('GET', '/myprofile', { token: session });
      if (status === 200) return;
      // A change of the password may have ended the session; hints only use the first one.
      const now = (await passwordHashOf(shop.db, member.id)) ?? '';
      await replacePasswordHash(shop.db, member.id, { from: now, to: passwordHash });
      const opened = await shop.db.tx((tx) =>
        openSession(tx, { memberId: member.id, passwordHash }),
      );
      if (!opened) throw new Error('no session');
      session = opened.token;
      // Permits are bound to the session.
      await makers.secretToken?.();
    },
    permitToken(path) {
      if (path === '/wallet/add') {
        used.add('addable');
        return addToken;
      }
      used.add(path === '/wallet/send' ? 'sendSecret' : 'secretToken');
      return path === '/wallet/send' ? sendToken : walletToken;
    },
  };
  await world.refresh();
  return world;
}
