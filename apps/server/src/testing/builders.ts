/** Test members, cards and codes, made by the shop's own operations where possible. */
import type { Currency } from '@giftlane/contract/money/money.ts';
import { toWire } from '@giftlane/contract/money/money.ts';
import type { Shop } from '../app.ts';
import { findMember, registerMember } from '../features/accounts/accounts.ts';
import { passwordHashOf, showOwner } from '../features/accounts/queries.ts';
import { openSession } from '../features/accounts/sessions/sessions.ts';
import { importCodes } from '../features/stock/stock.ts';
import { balanceOf, house, move, openAccounts, post, walletOf } from '../ledger/ledger.ts';
import { sql } from '../platform/db/db.ts';
import { newId } from '../platform/secrets/ids.ts';

/** The parts of a shop that builders need; it need not serve requests. */
type Workshop = Pick<Shop, 'db' | 'config' | 'catalog'>;

export interface TestMember {
  readonly id: string;
  readonly token: string;
  readonly email: string;
  /** Current wallet balance, in minor units. */
  balance(): Promise<bigint>;
}

export const testPassword = 'Passw0rd-of-tests';

/** A signed-in member, optionally with money in the wallet and a verified e-mail address. */
export async function makeMember(
  shop: Workshop,
  { walletMinor = 0n, currency = 'usd' as Currency, verified = false } = {},
): Promise<TestMember> {
  const email = `${newId('member')}@example.com`;
  const id = await registerMember(
    shop.db,
    {
      email,
      firstName: 'Anna',
      lastName: 'Archer',
      country: { code: 'US', name: 'United States' },
      currency,
      password: testPassword,
    },
    'least',
  );
  if (!id) throw new Error('the e-mail of a fresh member is taken');
  if (walletMinor > 0n) await fund(shop, id, { walletMinor, currency });
  if (verified) await shop.db.tx((tx) => showOwner(tx, id));
  const passwordHash = (await passwordHashOf(shop.db, id)) ?? '';
  const entry = await shop.db.tx((tx) => openSession(tx, { memberId: id, passwordHash }));
  if (!entry) throw new Error('no session');
  // Ages the session's proof, as new sessions count as proven.
  await shop.db.run(sql`
    update sessions set proven_at = proven_at - interval '5 minutes' where id = ${entry.sessionId}`);
  const account = walletOf(id, currency);
  return { id, token: entry.token, email, balance: () => balanceOf(shop.db, account) };
}

/** Credits a wallet like a redeemed voucher. */
async function fund(
  shop: Workshop,
  id: string,
  { walletMinor, currency }: { walletMinor: bigint; currency: Currency },
): Promise<void> {
  await shop.db.tx(async (tx) => {
    await openAccounts(tx, id, currency);
    const voucher = newId('vou');
    await tx.run(sql`
      insert into vouchers (id, code_fingerprint, pin_fingerprint, value_minor, currency, redeemed_by, redeemed_at)
      values (${voucher}, sha256(${voucher}::text::bytea), '', ${walletMinor}, ${currency}, ${id}, app_now())`);
    await post(tx, {
      owner: id,
      key: `voucher:${voucher}`,
      kind: 'redeem',
      reference: 'test',
      entries: move(walletMinor, currency, {
        from: house('vouchers', currency),
        to: walletOf(id, currency),
      }),
    });
  });
}

export interface TestCard {
  readonly id: string;
  readonly brandId: string;
  readonly codes: readonly string[];
}

/** A brand with one card and its codes. */
export async function makeCard(
  shop: Workshop,
  {
    codes = 5,
    priceMinor = 10_00n,
    discountBp = 0,
    cashbackBp = 0,
    serviceChargeBp = 0,
    currency = 'usd' as Currency,
  } = {},
): Promise<TestCard> {
  const brandId = newId('brand');
  const id = newId('card');
  await shop.db.run(sql`
    insert into brands (id, slug, title, category) values (${brandId}, ${brandId}, 'Nimbus', 'Gaming')`);
  await shop.db.run(sql`
    insert into cards (id, brand_id, currency, value_minor, price_minor, discount_bp, cashback_bp,
      service_charge_bp)
    values (${id}, ${brandId}, ${currency}, ${priceMinor}, ${priceMinor}, ${discountBp},
      ${cashbackBp}, ${serviceChargeBp})`);
  const contents = await loadCodes(shop, id, codes);
  await shop.catalog.refresh();
  return { id, brandId, codes: contents };
}

/** Imports new codes for a card; returns their contents. */
export async function loadCodes(shop: Workshop, cardId: string, count: number): Promise<string[]> {
  const rows = Array.from({ length: count }, (_, i) => ({
    line: i + 1,
    cardId,
    serial: `S${i + 1}`,
    code: newId('secret').toUpperCase(),
  }));
  const { errors } = await importCodes(shop.db, { rows, source: 'test', keys: shop.config.keys });
  if (errors.length > 0) throw new Error(JSON.stringify(errors));
  return rows.map((row) => row.code);
}

/** The body of an order, with the totals that the shop computes. */
export function orderBody(
  member: Pick<TestMember, 'id'>,
  wish: {
    card: Pick<TestCard, 'id'>;
    quantity?: number;
    totalMinor: bigint;
    walletMinor?: bigint;
    chargesMinor?: bigint;
    gateway?: 'PayPal' | 'Wallet';
    currency?: Currency;
    orderId?: string;
  },
) {
  const gateway = wish.gateway ?? 'Wallet';
  const walletMinor = wish.walletMinor ?? (gateway === 'Wallet' ? wish.totalMinor : 0n);
  return {
    sOrderId: wish.orderId ?? newId('test').replace('_', '-'),
    eCurrency: wish.currency ?? ('usd' as const),
    eGateway: gateway,
    aCartData: [{ iGiftCardId: wish.card.id, nQuantity: wish.quantity ?? 1 }],
    nWalletAmount: toWire(walletMinor),
    aExtraCharges:
      wish.chargesMinor === undefined
        ? []
        : [{ name: 'Service Charge', amount: toWire(wish.chargesMinor) }],
    nTotalAmount: toWire(wish.totalMinor),
    sPayerId: member.id,
  };
}

export async function isFrozen(shop: Workshop, memberId: string): Promise<boolean> {
  return Boolean((await findMember(shop.db, memberId))?.frozenAt);
}

/** Balance of a house account, summed from its postings: house accounts store no balance. */
export async function houseBalance({ db }: Pick<Shop, 'db'>, account: string): Promise<bigint> {
  const { sum } = await db.one(sql<{ sum: bigint }>`
    select coalesce(sum(p.amount), 0)::bigint as sum from ledger_accounts a
    left join ledger_postings p on p.account_id = a.id where a.name = ${account}`);
  return sum;
}
