/** A brand as it is being edited: amounts as they were typed, so that nothing typed is lost. */
import type { Answer } from '@giftlane/client/api.ts';
import { currencies } from '@giftlane/contract/money/money.ts';
import { brandEditSchema } from '@giftlane/contract/office/catalogue.ts';
import { categories } from '@giftlane/contract/shop/categories.ts';

export type Brand = Answer<'GET /office/brands/{id}'>['data'];
type Card = Brand['aCards'][number];
export type Edit = ReturnType<typeof brandEditSchema.parse>;

export const numbers = [
  'nPrice',
  'nDiscount',
  'nCashBack',
  'nServiceCharge',
  'nExchangeFees',
] as const;
export const flags = ['bSellable', 'bReadOnly', 'bRetired'] as const;
type NumberField = (typeof numbers)[number] | 'nValue';

export type CardDraft = Pick<Card, 'eCurrency' | 'bReadOnly' | 'bSellable' | 'bRetired'> &
  Readonly<Record<NumberField, string>> & { readonly key: string; readonly _id?: string };

export const texts = [
  'sTitle',
  'sShortDesc',
  'sShortSellDesc',
  'sDescription',
  'sRedeem',
  'sLogo',
  'sBanner',
  'sVideo',
] as const;

export type Draft = Pick<Brand, (typeof texts)[number] | 'bRetired' | 'sCategory'> & {
  readonly cards: readonly CardDraft[];
};

/** All numbers of a card, read or written. */
const mapNumbers = <From, To>(card: Readonly<Record<NumberField, From>>, map: (n: From) => To) =>
  Object.fromEntries(
    (['nValue', ...numbers] as const).map((name) => [name, map(card[name])]),
  ) as Record<NumberField, To>;

const cardDraft = ({ aComing, ...card }: Card): CardDraft => ({
  ...card,
  ...mapNumbers(card, String),
  key: card._id,
});

export function draftOf(brand: Brand): Draft {
  const { aCards, _id, nRevision, sSlug, dUpdatedAt, ...fields } = brand;
  return { ...fields, cards: aCards.map(cardDraft) };
}

export const emptyDraft: Draft = {
  sTitle: '',
  sCategory: categories[0],
  sShortDesc: '',
  sShortSellDesc: '',
  sDescription: '',
  sRedeem: '',
  sLogo: '',
  sBanner: '',
  sVideo: '',
  bRetired: false,
  cards: [],
};

export const newCard = (cards: readonly CardDraft[]): CardDraft => ({
  key: `new ${cards.length}`,
  eCurrency: cards.at(-1)?.eCurrency ?? currencies[3],
  nValue: '',
  nPrice: '',
  nDiscount: '0',
  nCashBack: '0',
  nServiceCharge: '0',
  nExchangeFees: '0',
  bReadOnly: false,
  bSellable: false,
  bRetired: false,
});

/** Drafts are made field by field in one order. */
export const isSame = (a: object, b: object | undefined): boolean =>
  JSON.stringify(a) === JSON.stringify(b);

/** The cards that differ from the stored ones. */
const changedCards = (draft: Draft, base: Draft): CardDraft[] =>
  draft.cards.filter(
    (card) =>
      !isSame(
        card,
        base.cards.find(({ key }) => key === card.key),
      ),
  );

const numberOf = (typed: string) => (typed.trim() === '' ? Number.NaN : Number(typed));

/** What is sent to save a draft, or what is wrong by field; fields of cards by key and name. */
export function readDraft(
  draft: Draft,
  base: Draft,
  from: string,
): { readonly edit: Edit } | { readonly errors: ReadonlyMap<string, string> } {
  const changed = changedCards(draft, base);
  const { cards: _, ...fields } = draft;
  const aCards = changed.map(({ key, ...card }) => ({
    ...card,
    ...mapNumbers(card, numberOf),
  }));
  const dPricesFrom = from === '' ? undefined : new Date(from).toISOString();
  const read = brandEditSchema.safeParse({
    ...fields,
    aCards,
    ...(dPricesFrom && { dPricesFrom }),
  });
  if (read.success) return { edit: read.data };
  const errors = read.error.issues.map(({ path: [name, index, field], message }) =>
    name === 'aCards' && typeof index === 'number'
      ? ([`${changed[index]?.key} ${String(field)}`, message] as const)
      : ([String(name), message] as const),
  );
  return { errors: new Map(errors.reverse()) };
}
