/** `catalog import`: creates or updates brands and cards from a file, all or nothing. */

import type { Currency } from '@giftlane/contract/money/money.ts';
import { text } from '@giftlane/texts/text.ts';
import type { Db, Tx } from '../../../platform/db/db.ts';
import { newId } from '../../../platform/secrets/ids.ts';
import type { FileProblem } from '../../../platform/sheets/sheet.ts';
import {
  type BrandWrite,
  brandsForImport,
  type CardWrite,
  cardsForImport,
  importAlone,
  writeBrands,
  writeCards,
} from '../queries.ts';
import { type BrandDraft, type CardDraft, draftsOf } from './drafts.ts';
import { Problems } from './problems.ts';
import { type Format, readRows } from './rows.ts';

interface Tally {
  created: number;
  updated: number;
  unchanged: number;
}

export interface Imported {
  readonly brands: Tally;
  readonly cards: Tally;
  /** The first problems; with any, nothing was written. */
  readonly errors: readonly FileProblem[];
  /** Number of all problems. */
  readonly errorCount: number;
  /** Notes on the detected format of the file. */
  readonly notes: readonly string[];
}

export interface ImportFile {
  readonly text: string;
  readonly format: Format;
  /** Reports the changes without writing them. */
  readonly dryRun?: boolean;
}

interface Plan {
  readonly brands: { write: BrandWrite[]; tally: Tally };
  readonly cards: { write: CardWrite[]; tally: Tally };
}

const newPlan = (): Plan => ({
  brands: { write: [], tally: { created: 0, updated: 0, unchanged: 0 } },
  cards: { write: [], tally: { created: 0, updated: 0, unchanged: 0 } },
});

/** Adds `next` to a part of the plan, unless nothing changes. */
function plan<T extends object>(
  part: { write: T[]; tally: Tally },
  next: T,
  before: T | undefined,
): void {
  const same =
    before !== undefined &&
    (Object.keys(next) as (keyof T)[]).every((field) => next[field] === before[field]);
  part.tally[same ? 'unchanged' : before ? 'updated' : 'created'] += 1;
  if (!same) part.write.push(next);
}

const newBrand = (slug: string): BrandWrite => ({
  id: newId('brand'),
  slug,
  title: '',
  category: '',
  shortDesc: '',
  description: '',
  redeem: '',
  logo: '',
  banner: '',
  video: '',
});

const newCard = (brandId: string, { currency, valueMinor }: CardDraft['key']): CardWrite => ({
  id: newId('card'),
  brandId,
  currency,
  valueMinor,
  priceMinor: 0n,
  discountBp: 0,
  cashbackBp: 0,
  serviceChargeBp: 0,
  exchangeFeesBp: 0,
  readOnly: false,
  sellable: false,
});

const cardName = (brandId: string, currency: Currency, valueMinor: bigint) =>
  `${brandId} ${currency} ${valueMinor}`;

function planCards(
  { cards }: Plan,
  draft: BrandDraft,
  {
    brandId,
    known,
    problems,
  }: { brandId: string; known: Map<string, CardWrite>; problems: Problems },
): void {
  for (const { line, key, fields } of draft.cards.values()) {
    const before = known.get(cardName(brandId, key.currency, key.valueMinor));
    const next = { ...(before ?? newCard(brandId, key)), ...fields };
    if (next.priceMinor === 0n) problems.add(line, 'price', text('import.newCard'));
    plan(cards, next, before);
  }
}

/** Compares the drafts with the stored rows, which stay locked until the transaction ends. */
async function planAll(tx: Tx, drafts: readonly BrandDraft[], problems: Problems): Promise<Plan> {
  const brands = await brandsForImport(
    tx,
    drafts.map(({ slug }) => slug),
  );
  const brandBySlug = new Map(brands.map((brand) => [brand.slug, brand]));
  const cards = await cardsForImport(
    tx,
    brands.map(({ id }) => id),
  );
  const known = new Map(
    cards.map((card) => [cardName(card.brandId, card.currency, card.valueMinor), card]),
  );
  const whole = newPlan();
  for (const draft of drafts) {
    const before = brandBySlug.get(draft.slug);
    const next = { ...(before ?? newBrand(draft.slug)), ...draft.fields };
    if (!next.title) problems.add(draft.line, 'title', text('import.newBrand'));
    if (!next.category) problems.add(draft.line, 'category', text('import.newBrand'));
    plan(whole.brands, next, before);
    planCards(whole, draft, { brandId: next.id, known, problems });
  }
  return whole;
}

/**
 * Imports a file. Keys are the brand's slug, and slug with currency and value: importing again changes
 * nothing, and absent columns keep their stored values. All problems are reported with their lines before
 * anything is written.
 */
export async function importCatalog(db: Db, file: ImportFile): Promise<Imported> {
  const problems = new Problems();
  const { rows, notes } = readRows(file.text, file.format, problems);
  const drafts = draftsOf(rows, problems);
  const { brands, cards } = await db.tx(async (tx) => {
    await importAlone(tx);
    const whole = await planAll(tx, drafts, problems);
    if (problems.count > 0 || file.dryRun) return whole;
    await writeBrands(tx, whole.brands.write);
    await writeCards(tx, whole.cards.write);
    return whole;
  });
  return {
    brands: brands.tally,
    cards: cards.tally,
    errors: problems.kept,
    errorCount: problems.count,
    notes,
  };
}
