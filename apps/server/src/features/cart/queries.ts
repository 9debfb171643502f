import type { Currency } from '@giftlane/contract/money/money.ts';
import { type Queryable, sql, type Tx } from '../../platform/db/db.ts';

export interface CartLine {
  id: string;
  cardId: string;
  quantity: number;
}

/** The lines of a cart, oldest first. */
export function linesOfMember(db: Queryable, memberId: string) {
  return db.rows(sql<CartLine>`
    select id, card_id as "cardId", quantity from cart_lines
    where member_id = ${memberId} order by created_at, id`);
}

export const maxLines = 200;

/**
 * Adds to the cart in one statement: an empty cart takes the currency of the line; a card already in the cart
 * gets the quantity added. Counting `cart` runs that CTE first, so that the cart is locked before its line,
 * as everywhere; otherwise it would run last. Undefined if the cart is full. Violates
 * `cart_lines_one_currency` or `cart_lines_quantity` if the line does not fit, `carts_member_currency` if the
 * cart is created concurrently.
 */
export function addLine(
  db: Queryable,
  line: { memberId: string; id: string; cardId: string; currency: Currency; quantity: number },
) {
  return db.first(sql<CartLine>`
    with cart as (
      insert into carts (member_id, currency) values (${line.memberId}, ${line.currency})
      on conflict (member_id) do update set currency = excluded.currency
        where carts.currency <> excluded.currency
          and not exists (select 1 from cart_lines where member_id = ${line.memberId})
      returning 1)
    insert into cart_lines as l (member_id, id, card_id, currency, quantity)
    select ${line.memberId}, ${line.id}, ${line.cardId}, ${line.currency}, ${line.quantity}::int
    from (select count(*) from cart) as cart_first
    where (select count(*) from cart_lines
      where member_id = ${line.memberId} and card_id <> ${line.cardId}) < ${maxLines}
    on conflict on constraint cart_lines_card_once
      do update set quantity = l.quantity + excluded.quantity
    returning id, card_id as "cardId", quantity`);
}

/** The currency of a cart; undefined if there never was a cart. */
export function currencyOfCart(db: Queryable, memberId: string) {
  return db.first(
    sql<{ currency: Currency }>`select currency from carts where member_id = ${memberId}`,
  );
}

/** Sets the quantity of a line; undefined if it is not the member’s. */
export function setQuantity(db: Queryable, memberId: string, id: string, quantity: number) {
  return db.first(sql<CartLine>`
    update cart_lines set quantity = ${quantity} where member_id = ${memberId} and id = ${id}
    returning id, card_id as "cardId", quantity`);
}

/** Deletes a line; 0 if it is not the member’s. */
export function deleteLine(db: Queryable, memberId: string, id: string): Promise<number> {
  return db.run(sql`delete from cart_lines where member_id = ${memberId} and id = ${id}`);
}

/** Empties a cart; it keeps its currency until the next card. */
export function deleteLines(db: Queryable, memberId: string): Promise<number> {
  return db.run(sql`delete from cart_lines where member_id = ${memberId}`);
}

/** Restores cards that the cart does not contain, if the currency matches, up to `maxLines`. */
export async function restoreLines(
  tx: Tx,
  { memberId, currency }: { memberId: string; currency: Currency },
  lines: readonly CartLine[],
): Promise<void> {
  await Promise.all([
    tx.run(sql`
      insert into carts (member_id, currency) values (${memberId}, ${currency})
      on conflict do nothing`),
    // Locks the currency; the statements below then see the current lines.
    tx.run(sql`select 1 from carts where member_id = ${memberId} for update`),
    tx.run(sql`
      update carts set currency = ${currency}
      where member_id = ${memberId} and currency <> ${currency}
        and not exists (select 1 from cart_lines where member_id = ${memberId})`),
    tx.run(sql`
      insert into cart_lines (member_id, id, card_id, currency, quantity)
      select ${memberId}, l.id, l.card_id, ${currency}, l.quantity
      from unnest(${lines.map(({ id }) => id)}::text[], ${lines.map(({ cardId }) => cardId)}::text[],
        ${lines.map(({ quantity }) => quantity)}::int[]) with ordinality l(id, card_id, quantity, nth)
      where exists (select 1 from carts where member_id = ${memberId} and currency = ${currency})
        and nth <= ${maxLines} - (select count(*) from cart_lines where member_id = ${memberId})
      on conflict on constraint cart_lines_card_once do nothing`),
  ]);
}

export function deleteCards(tx: Tx, cards: readonly { memberId: string; cardId: string }[]) {
  return tx.run(sql`
    delete from cart_lines l
    using unnest(${cards.map(({ memberId }) => memberId)}::text[],
      ${cards.map(({ cardId }) => cardId)}::text[]) as ordered (member_id, card_id)
    where l.member_id = ordered.member_id and l.card_id = ordered.card_id`);
}
