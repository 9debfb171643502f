/** The SQL of undoing imports of brands and cards. */
import { sql, type Tx } from '../../../platform/db/db.ts';
import { asJson, type BrandWrite, type CardWrite } from '../queries.ts';

/** A brand as it was: null for what the import made, absent for what it left alone. */
export interface Before {
  readonly brand?: BrandWrite | null;
  readonly cards: readonly { readonly id: string; readonly card: CardWrite | null }[];
}

const atOnce = 500;

/** Stores what brands were, with the revisions they have now. */
export async function insertBefore(
  tx: Tx,
  importId: string,
  brands: readonly { brandId: string; before: Before }[],
): Promise<void> {
  for (let from = 0; from < brands.length; from += atOnce)
    await tx.run(sql`
      insert into brands_before (import_id, brand_id, revision, before)
      select ${importId}, b.id, b.revision, r.before
      from jsonb_to_recordset(${asJson(brands.slice(from, from + atOnce))}::jsonb)
        as r ("brandId" text, before jsonb) join brands b on b.id = r."brandId"`);
}

/** What an import wrote over; the brands stay locked until the transaction ends. */
export function brandsBefore(tx: Tx, importId: string) {
  return tx.rows(sql<{
    brandId: string;
    title: string;
    revision: bigint;
    now: bigint;
    before: Before;
  }>`
    select n.brand_id as "brandId", b.title, n.revision, b.revision as now, n.before
    from brands_before n join brands b on b.id = n.brand_id
    where n.import_id = ${importId} order by b.id for no key update of b`);
}

/** Puts away what an import made that is undone. */
export async function takeBack(
  tx: Tx,
  { brandIds, cardIds }: { brandIds: readonly string[]; cardIds: readonly string[] },
): Promise<void> {
  await tx.run(sql`
    update brands set taken_back = true, retired_at = app_now() where id = any(${brandIds}::text[])`);
  await tx.run(sql`
    update cards set taken_back = true, retired_at = app_now() where id = any(${cardIds}::text[])`);
}
