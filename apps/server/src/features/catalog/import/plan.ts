/** What drafts of brands and cards would change, line by line. */

import {
  type Currency,
  formatFace,
  percentToWire,
  toDecimalText,
} from '@giftlane/contract/money/money.ts';
import { text } from '@giftlane/texts/text.ts';
import type { Tx } from '../../../platform/db/db.ts';
import { newId } from '../../../platform/secrets/ids.ts';
import type { LineOutcome } from '../../../platform/sheets/sheet.ts';
import {
  type BrandWrite,
  brandsForImport,
  type CardWrite,
  cardsForImport,
  importAlone,
  type Progress,
  type Stored,
  unheard,
  writeBrands,
  writeCards,
} from '../queries.ts';
import { brandColumns, cardColumns } from './columns.ts';
import type { BrandDraft, CardDraft } from './drafts.ts';
import type { Problems } from './problems.ts';

export interface Tally {
  created: number;
  updated: number;
  unchanged: number;
}

interface Part<T> {
  readonly write: T[];
  /** What was stored of the written; null for new ones. */
  readonly before: Map<string, T | null>;
  readonly tally: Tally;
}

export interface CatalogPlan {
  readonly brands: Part<BrandWrite>;
  readonly cards: Part<CardWrite>;
  readonly lines: LineOutcome[];
}

const newPart = <T>(): Part<T> => ({
  write: [],
  before: new Map(),
  tally: { created: 0, updated: 0, unchanged: 0 },
});

/** Longer texts are not told, only that they change. */
const mostShown = 40;

function shown(field: string, value: unknown): string {
  if (typeof value === 'bigint') return toDecimalText(value);
  if (typeof value === 'number') return `${percentToWire(value)}%`;
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return field === 'title' || field === 'category' ? String(value).slice(0, mostShown) : '';
}

const columns: Readonly<Record<string, readonly [string, unknown]>> = {
  ...brandColumns,
  ...cardColumns,
};

/** The changed fields under their columns' names. */
function told<T extends object>(next: T, before: T): string {
  const changed = Object.entries(next).filter(([field, value]) => {
    const was: unknown = before[field as keyof T];
    return value !== was;
  });
  return changed
    .map(([field, value]) => {
      const name = columns[field]?.[0] ?? field;
      const [was, is] = [shown(field, before[field as keyof T]), shown(field, value)];
      return was === '' && is === '' ? name : `${name} ${was} → ${is}`;
    })
    .join(', ');
}

interface Step<T> {
  readonly line: number;
  readonly name: string;
  readonly next: T;
  readonly before: T | undefined;
}

/** Adds a step to a part of the plan, unless nothing changes. */
function plan<T extends { id: string }>(part: Part<T>, lines: LineOutcome[], step: Step<T>): void {
  const { line, name, next, before } = step;
  const same =
    before !== undefined &&
    (Object.keys(next) as (keyof T)[]).every((field) => next[field] === before[field]);
  part.tally[same ? 'unchanged' : before ? 'updated' : 'created'] += 1;
  if (same) return;
  part.write.push(next);
  part.before.set(next.id, before ?? null);
  lines.push({
    line,
    outcome: before ? 'changed' : 'added',
    column: '',
    what: before ? `${name}: ${told(next, before)}` : name,
  });
}

const newBrand = (slug: string): BrandWrite => ({
  id: newId('brand'),
  slug,
  title: '',
  category: '',
  shortDesc: '',
  shortSellDesc: '',
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

/** What is stored of a brand or card, or the empty one with its id when an import made it that was undone. */
function baseOf<T extends { id: string }>(known: Stored<T> | undefined, empty: T) {
  if (!known) return { base: empty, before: undefined };
  const { row, takenBack } = known;
  return takenBack
    ? { base: { ...empty, id: row.id }, before: undefined }
    : { base: row, before: row };
}

function planCards(
  { cards, lines }: CatalogPlan,
  draft: BrandDraft,
  {
    brand,
    known,
    problems,
  }: { brand: BrandWrite; known: Map<string, Stored<CardWrite>>; problems: Problems },
): void {
  for (const { line, key, fields } of draft.cards.values()) {
    const stored = known.get(cardName(brand.id, key.currency, key.valueMinor));
    const { base, before } = baseOf(stored, newCard(brand.id, key));
    const next = { ...base, ...fields };
    if (next.priceMinor === 0n) problems.add(line, 'price', text('import.newCard'));
    const name = `${brand.title} ${formatFace(key.valueMinor, key.currency)}`;
    plan(cards, lines, { line, name, next, before });
  }
}

/** Compares drafts with the stored rows, which stay locked until the transaction ends. */
export async function planAll(
  tx: Tx,
  drafts: readonly BrandDraft[],
  problems: Problems,
): Promise<CatalogPlan> {
  await importAlone(tx);
  const brands = await brandsForImport(
    tx,
    drafts.map(({ slug }) => slug),
  );
  const brandBySlug = new Map(brands.map((brand) => [brand.row.slug, brand]));
  const cards = await cardsForImport(
    tx,
    brands.map(({ row }) => row.id),
  );
  const known = new Map(
    cards.map((card) => {
      const { brandId, currency, valueMinor } = card.row;
      return [cardName(brandId, currency, valueMinor), card];
    }),
  );
  const whole: CatalogPlan = { brands: newPart(), cards: newPart(), lines: [] };
  for (const draft of drafts) {
    const { line } = draft;
    const { base, before } = baseOf(brandBySlug.get(draft.slug), newBrand(draft.slug));
    const next = { ...base, ...draft.fields };
    if (!next.title) problems.add(line, 'title', text('import.newBrand'));
    if (!next.category) problems.add(line, 'category', text('import.newBrand'));
    plan(whole.brands, whole.lines, { line, name: next.title, next, before });
    planCards(whole, draft, { brand: next, known, problems });
  }
  return whole;
}

/** Writes a plan; `progress` hears how many rows were written. */
export async function writePlan(
  tx: Tx,
  { brands, cards }: CatalogPlan,
  progress: Progress = unheard,
): Promise<void> {
  await writeBrands(tx, brands.write, progress);
  await writeCards(tx, cards.write, (rows) => progress(brands.write.length + rows));
}
