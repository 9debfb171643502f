/** From rows to what they say about brands and cards. */
import { text } from '@giftlane/contract/messages.ts';
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

/** What the file says about a card; a field it does not mention is absent. */
export interface CardDraft {
  readonly line: number;
  readonly key: Pick<KeyFields, 'currency' | 'valueMinor'>;
  readonly fields: Partial<CardFields>;
}

/** What the file says about a brand, on however many lines. */
export interface BrandDraft {
  readonly line: number;
  readonly slug: string;
  readonly fields: Partial<BrandFields>;
  readonly cards: Map<string, CardDraft>;
}

type Column = readonly [name: string, read: (cell: string) => Reading<unknown>];

/** Reads some columns of a row; a wrong cell is a problem and no field. */
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

/** A blank cell of a brand says nothing while another line fills it. */
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
  for (const field of ['shortDesc', 'description', 'redeem', 'logo', 'banner', 'video'] as const)
    if (row.cells.has(columnOf(field))) draft.fields[field] ??= '';
}

/** A row without currency and value is about its brand alone. */
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

/** Gathers the rows of each brand. */
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
    // A wrong slug does not hide what else is wrong on its line.
    if (slug !== undefined) drafts.set(draft.slug, draft);
    mergeBrand(draft, row, problems);
    addCard(draft, row, problems);
  }
  return [...drafts.values()];
}
