/** Texts of the demo's brands. */
import type { Random } from './random.ts';
import type { Trade } from './words.ts';

export interface Texts {
  readonly shortDesc: string;
  readonly description: string;
  readonly redeem: string;
}

const places: Readonly<Record<Trade['place'], (brand: string) => string>> = {
  online: (brand) =>
    `1. Choose what you like in the ${brand} online shop.\n2. Enter the code under "Gift card" at checkout.\n3. The amount is deducted right away. What is left stays on the code.`,
  shop: (brand) =>
    `1. Show the code at any ${brand} checkout, printed or on your phone.\n2. The amount is deducted when the code is scanned.\n3. Online, enter it under "Gift card" before you pay.`,
  account: (brand) =>
    `1. Sign in to your ${brand} account, or create one for free.\n2. Choose "Redeem a code" in the menu and enter the code.\n3. The amount is added to your balance within a minute.`,
  phone: (brand) =>
    `1. Open the ${brand} app and choose "Top up".\n2. Enter the code and confirm.\n3. You get a message when the credit arrives, usually within a minute.`,
};

export function writeTexts(title: string, { goods, who, place }: Trade, random: Random): Texts {
  const year = random.whole(1931, 2021);
  const shortDesc = random.pick([
    `${title}: ${goods}, for ${who}.`,
    `For ${who}: ${goods} from ${title}.`,
    `Give ${goods}. A ${title} card is perfect for ${who}.`,
  ]);
  const opening = random.pick([
    `Since ${year} ${title} has stood for ${goods}.`,
    `${title} began in ${year} with one small room and a long list of ideas.`,
    `Looking for ${goods}? Many people go to ${title}.`,
  ]);
  const middle = random.pick([
    `The digital gift card pays for everything in the range, including sale items, and arrives as a code within a minute.`,
    `With this card the choice is theirs: ${goods}, today or next spring.`,
    `One code, no plastic and no post: you can give it a minute after you buy it.`,
  ]);
  return {
    shortDesc,
    // Without terms and validity: the shop states them once, beside the description.
    description: `${opening} ${middle}`,
    redeem: places[place](title),
  };
}
