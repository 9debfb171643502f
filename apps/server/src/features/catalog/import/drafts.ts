/** Groups rows into drafts of brands and cards. */
import { text } from '@giftlane/texts/text.ts';
import {
  type BrandFields,
  brandColumns,
  type CardFields,
  cardColumns,
  columnOf,
  type KeyFields,
  keyColumns,
  type Reading,
} from './columns.ts';
import type { Problems } from './problems.ts';
import type { Row } from './rows.ts';

/** A card as the file states it; fields without a column are absent. */
export interface CardDraft {
  readonly line: number;
  readonly key: Pick<KeyFields, 'currency' | 'valueMinor'>;
  readonly fields: Partial<CardFields>;
}

/** A brand as the file states it, merged from all its rows. */
export interface BrandDraft {
  readonly line: number;
  readonly slug: string;
  readonly fields: Partial<BrandFields>;
  readonly cards: Map<string, CardDraft>;
}

type Column = readonly [name: string, read: (cell: string) => Reading<unknown>];

/** Parses some columns of a row; an invalid cell adds a problem and no field. */
function readFields(row: Row, columns: Readonly<Record<string, Column>>, problems: Problems) {
  const fields: Record<string, unknown> = {};
  for (const [field, [name, read]] of Object.entries(columns)) {
    const cell = row.cells.get(name);
    if (cell === undefined) continue;
    const reading = read(cell);
    if ('problem' in reading) problems.add(row.line, name, reading.problem);
    else fields[field] = reading.value;
  }
  return fields;
}

const mayBeBlank = [
  'shortDesc',
  'shortSellDesc',
  'description',
  'redeem',
  'logo',
  'banner',
  'video',
] as const;

/** Merges a row into its brand; a blank cell is ignored if another row fills it. */
function mergeBrand(draft: BrandDraft, row: Row, problems: Problems): void {
  const filled = new Map([...row.cells].filter(([, cell]) => cell !== ''));
  const said = readFields({ line: row.line, cells: filled }, brandColumns, problems);
  const fields: Record<string, unknown> = draft.fields;
  for (const [field, value] of Object.entries(said)) {
    if (fields[field] !== undefined && fields[field] !== '' && fields[field] !== value)
      problems.add(
        row.line,
        columnOf(field as keyof BrandFields),
        text('import.differs', { line: draft.line }),
      );
    fields[field] = value;
  }
  for (const field of mayBeBlank) if (row.cells.has(columnOf(field))) draft.fields[field] ??= '';
}

/** The key of a row's card; undefined if the row is about its brand alone or the key is invalid. */
function cardKey(row: Row, problems: Problems): CardDraft['key'] | undefined {
  const { currency, valueMinor } = keyColumns;
  const mentioned = [currency, valueMinor, ...Object.values(cardColumns)];
  if (!mentioned.some(([name]) => row.cells.get(name))) return undefined;
  for (const [name] of [currency, valueMinor])
    if (!row.cells.get(name)) problems.add(row.line, name, text('import.required'));
  const cells = new Map([...row.cells].filter(([, cell]) => cell !== ''));
  const key = readFields({ line: row.line, cells }, { currency, valueMinor }, problems);
  return 'currency' in key && 'valueMinor' in key ? (key as CardDraft['key']) : undefined;
}

function addCard(draft: BrandDraft, row: Row, problems: Problems): void {
  const key = cardKey(row, problems);
  const fields = readFields(row, key ? cardColumns : {}, problems);
  if (!key) return;
  const name = `${key.currency} ${key.valueMinor}`;
  const twice = draft.cards.get(name);
  if (twice) problems.add(row.line, '', text('import.cardTwice', { line: twice.line }));
  else draft.cards.set(name, { line: row.line, key, fields });
}

export function draftsOf(rows: readonly Row[], problems: Problems): BrandDraft[] {
  const drafts = new Map<string, BrandDraft>();
  for (const row of rows) {
    if (!row.cells.get('brand')) {
      problems.add(row.line, 'brand', text('import.required'));
      continue;
    }
    const { slug } = readFields(row, { slug: keyColumns.slug }, problems);
    const known = typeof slug === 'string' ? drafts.get(slug) : undefined;
    const draft = known ?? { line: row.line, slug: String(slug), fields: {}, cards: new Map() };
    // With an invalid slug the rest of the row is still checked.
    if (slug !== undefined) drafts.set(draft.slug, draft);
    mergeBrand(draft, row, problems);
    addCard(draft, row, problems);
  }
  return [...drafts.values()];
}
