/** Undoing a whole import, while nothing else has changed its brands. */
import type { Tx } from '../../../platform/db/db.ts';
import { Refusal } from '../../../platform/http/refusal.ts';
import { type CardWrite, importAlone, writeBrands, writeCards } from '../queries.ts';
import type { CatalogPlan } from './plan.ts';
import { type Before, brandsBefore, insertBefore, takeBack } from './undo-queries.ts';

/** Notes what a plan wrote over, in its transaction. */
export async function noteBefore(
  tx: Tx,
  importId: string,
  { brands, cards }: CatalogPlan,
): Promise<void> {
  const cardsOf = Map.groupBy(cards.write, ({ brandId }) => brandId);
  const ids = new Set([...brands.before.keys(), ...cardsOf.keys()]);
  const before = [...ids].map((brandId) => {
    const brand = brands.before.get(brandId);
    const noted: Before = {
      ...(brand !== undefined && { brand }),
      cards: (cardsOf.get(brandId) ?? []).map(({ id }) => ({
        id,
        card: cards.before.get(id) ?? null,
      })),
    };
    return { brandId, before: noted };
  });
  await insertBefore(tx, importId, before);
}

/** Amounts are texts in JSON. */
const revived = (card: CardWrite): CardWrite => ({
  ...card,
  valueMinor: BigInt(card.valueMinor),
  priceMinor: BigInt(card.priceMinor),
});

/**
 * Puts brands and cards back as they were before an import; what it made is put away. Answers the ids of the cards it
 * wrote. Refuses `import.changed_since`.
 */
export async function undoCatalog(tx: Tx, importId: string): Promise<string[]> {
  await importAlone(tx);
  const found = await brandsBefore(tx, importId);
  const changed = found.find(({ revision, now }) => revision !== now);
  if (changed) throw new Refusal('import.changed_since', { brand: changed.title });
  const cards = found.flatMap(({ before }) => before.cards);
  const brands = found.flatMap(({ before }) => (before.brand ? [before.brand] : []));
  await writeBrands(tx, brands);
  await writeCards(
    tx,
    cards.flatMap(({ card }) => (card ? [revived(card)] : [])),
  );
  await takeBack(tx, {
    brandIds: found.filter(({ before }) => before.brand === null).map(({ brandId }) => brandId),
    cardIds: cards.filter(({ card }) => card === null).map(({ id }) => id),
  });
  return cards.map(({ id }) => id);
}
