/** Generates the demo's brands; the same ones every time. */

import { type Currency, currencies, defaultCurrency } from '@giftlane/contract/money/money.ts';
import { type Category, categories } from '@giftlane/contract/shop/categories.ts';
import { type Random, randomOf } from './random.ts';
import { type Texts, writeTexts } from './texts.ts';
import {
  beginnings,
  ends,
  partners,
  qualities,
  syllables,
  type Trade,
  things,
  trades,
} from './words.ts';

/** A denomination, in major units and percent as in an import. */
export interface DemoCard {
  readonly currency: Currency;
  readonly value: number;
  readonly price: number;
  readonly discount: number;
  readonly cashback: number;
  readonly serviceCharge: number;
  readonly exchangeFees: number;
  readonly readOnly: boolean;
  readonly sellable: boolean;
}

export interface DemoBrand extends Texts {
  readonly slug: string;
  readonly title: string;
  readonly category: Category;
  readonly cards: readonly DemoCard[];
  readonly views: number;
}

/** Percentage of brands by category. */
const shares: Readonly<Record<Category, number>> = {
  Shopping: 46,
  Entertainment: 20,
  Gaming: 18,
  'Prepaid Card': 8,
  'Wallet Funds': 8,
};

function categoryOf(random: Random): Category {
  let left = random.fraction() * 100;
  return (
    categories.find((category) => {
      left -= shares[category];
      return left < 0;
    }) ?? 'Shopping'
  );
}

/** Longer titles would be set too small on a card. */
const longestTitle = 20;

function titleOf(coined: string, { nouns }: Trade, category: Category, random: Random): string {
  const plain = category === 'Shopping' || category === 'Entertainment';
  const forms = nouns.map((noun) => `${coined} ${noun}`);
  if (plain && random.chance(0.1)) forms.unshift(`${coined} & ${random.pick(partners)}`);
  if (plain && random.chance(0.08))
    forms.unshift(`${random.pick(['Café', 'Maison', 'Atelier'])} ${coined}`);
  if (random.chance(0.06)) forms.unshift(coined);
  const [first, ...others] = forms.filter(({ length }) => length <= longestTitle);
  if (first === undefined) return coined;
  return forms[0] === first && forms.length > nouns.length
    ? first
    : random.pick([first, ...others]);
}

export function slugOf(title: string): string {
  return title
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
}

const ladders: Readonly<Record<Category, readonly number[]>> = {
  Gaming: [5, 10, 15, 20, 25, 50, 75, 100],
  Entertainment: [10, 15, 20, 25, 30, 50, 75, 100],
  Shopping: [10, 20, 25, 50, 75, 100, 150, 200, 250],
  'Prepaid Card': [25, 50, 75, 100, 150, 200, 250, 500],
  'Wallet Funds': [5, 10, 20, 30, 50, 100, 150, 200],
};

/** Terms shared by the cards of a brand. */
function termsOf(category: Category, random: Random) {
  const payment = category === 'Prepaid Card' || category === 'Wallet Funds';
  return {
    discount: payment ? 0 : random.pick([0, 0, 0, 0, 2, 3, 4, 5, 7.5, 10]),
    cashback: payment
      ? random.pick([0, 0.25, 0.5])
      : random.pick([0, 0.5, 1, 1.5, 2, 2.5, 3, 4, 5]),
    serviceCharge: payment ? random.pick([1, 1.5, 2, 2.95]) : random.pick([0, 0, 0, 0.5, 1]),
    exchangeFees: random.pick([6, 8, 10, 12, 12.5, 15, 18]),
    sellable: random.chance(0.35),
    /** Price as a share of the value: some cards are sold slightly below their value without a discount. */
    share: random.pick([1, 1, 1, 1, 1, 0.99, 0.98]),
  };
}

/** Two or three currencies, mostly with the default one. */
function currenciesOf(random: Random, best: boolean): Currency[] {
  if (best) return ['usd', 'eur', 'gbp'];
  const count = random.whole(2, 3);
  const others = currencies.filter((currency) => currency !== defaultCurrency);
  return random.chance(0.8)
    ? [defaultCurrency, ...random.some(others, count - 1)]
    : random.some(others, count);
}

/**
 * The fee when the shop buys a card: it always pays less than the card's net price, with discount and
 * cashback deducted.
 */
const feesOf = ({ exchangeFees, discount, cashback, share }: ReturnType<typeof termsOf>) =>
  Math.max(exchangeFees, Math.ceil(discount + cashback + (1 - share) * 100) + 2);

function cardsOf(category: Category, random: Random, best: boolean): DemoCard[] {
  const terms = termsOf(category, random);
  const values = random.some(ladders[category], best ? 5 : random.whole(3, 8));
  return currenciesOf(random, best).flatMap((currency) =>
    values.map(
      (value): DemoCard => ({
        currency,
        value,
        price: Math.round(value * terms.share * 100) / 100,
        discount: terms.discount,
        // Cards of 100 and more get extra cashback.
        cashback: terms.cashback > 0 && value >= 100 ? terms.cashback + 0.5 : terms.cashback,
        serviceCharge: terms.serviceCharge,
        exchangeFees: terms.sellable ? feesOf(terms) : 0,
        readOnly: terms.sellable && random.chance(0.2),
        sellable: terms.sellable,
      }),
    ),
  );
}

/** Views follow a long tail: a few brands have most of them. */
function viewsOf(place: number, random: Random): number {
  if (place < bestSellerCount) return 9_000 - 800 * place;
  return Math.round((9_000 / (place + 6) ** 0.8) * (0.7 + 0.6 * random.fraction()));
}

const [starts, middles, tails] = syllables;
const families: readonly string[][] = [
  beginnings.flatMap((beginning) => ends.map((end) => beginning + end)),
  qualities.flatMap((quality) => things.map((thing) => `${quality} ${thing}`)),
  starts.flatMap((start) => middles.flatMap((middle) => tails.map((end) => start + middle + end))),
];

/** Coined names from each family in turn; a name repeats only after all of its family were used. */
function* coinedNames(random: Random): Generator<string> {
  const bags: string[][] = families.map(() => []);
  for (;;) {
    for (const [i, bag] of bags.entries()) {
      if (bag.length === 0) bag.push(...(families[i] ?? []));
      yield bag.splice(random.whole(0, bag.length - 1), 1)[0] ?? '';
    }
  }
}

interface Idea {
  readonly title: string;
  readonly category: Category;
  readonly trade: Trade;
}

/** The best sellers; each category has at least one of them. */
const bestSellers: readonly (readonly [string, Category, string])[] = [
  ['Sorrelgate Arcade', 'Gaming', 'Arcade'],
  ['Paper Otter Books', 'Shopping', 'Books'],
  ['Velino Stream', 'Entertainment', 'Stream'],
  ['Fernsedge Outfitters', 'Shopping', 'Outfitters'],
  ['Copperway One Card', 'Prepaid Card', 'One Card'],
  ['Lumenby Mobile', 'Wallet Funds', 'Mobile'],
];

/** Number of brands with by far the most views. */
export const bestSellerCount = bestSellers.length;

const bestSellerIdeas = bestSellers.map(([title, category, noun]): Idea => {
  const [first, ...others] = trades[category];
  return { title, category, trade: others.find(({ nouns }) => nouns.includes(noun)) ?? first };
});

function newIdea(coined: string, random: Random): Idea {
  const category = categoryOf(random);
  const trade = random.pick(trades[category]);
  return { title: titleOf(coined, trade, category, random), category, trade };
}

/** The most distinct letters in a title: each adds an outline to the SVG. */
const mostLetters = 14;

/** Generates `count` brands; a larger `count` only appends more. */
export function inventBrands(count: number): DemoBrand[] {
  const names = coinedNames(randomOf('names'));
  const brands = new Map<string, DemoBrand>();
  for (let tries = 0; brands.size < count; tries += 1) {
    const coined = names.next().value ?? '';
    const random = randomOf(`brand ${tries} ${coined}`);
    const idea = bestSellerIdeas[tries] ?? newIdea(coined, random);
    const slug = slugOf(idea.title);
    if (brands.has(slug) || new Set(idea.title).size > mostLetters) continue;
    brands.set(slug, {
      slug,
      title: idea.title,
      category: idea.category,
      cards: cardsOf(idea.category, random, tries < bestSellerCount),
      views: viewsOf(tries, random),
      ...writeTexts(idea.title, idea.trade, random),
    });
  }
  return [...brands.values()];
}
