/** Words of the demo's brands. Invented; any likeness to a real brand is coincidence. */
import type { Category } from '@giftlane/contract/shop/categories.ts';

type Words = readonly [string, ...string[]];

const split = (text: string): Words => text.trim().split(/\s*[,\n]\s*/) as unknown as Words;

/** First and last parts of coined names: "Brindle" + "mere". */
export const beginnings = split(`
  Brindle, Cobble, Dapple, Elder, Fennel, Glimmer, Hazel, Ivory, Juni, Kettle, Larken, Mistle, Nettle,
  Oaken, Pebble, Quill, Rowan, Salter, Thimble, Umber, Vello, Wren, Yarrow, Zephy, Amber, Bramble,
  Cinder, Dove, Ember, Fern, Gosse, Harrow, Indi, Jasper, Kestle, Lumen, Marrow, Nimba, Opal, Plum,
  Quartz, Russet, Saffra, Tallow, Thistle, Velva, Willow, Bristle, Copper, Tinder, Mallow, Sorrel`);
export const ends = split(`
  wick, mere, croft, lane, combe, hollow, wright, haven, leigh, way, gate, stone, brook, moor, by,
  well, holm, ridge, thorpe, bury, dell, ton, march, sedge`);

/** Parts of pairs: "Paper Otter". */
export const qualities = split(`
  Quiet, Paper, Copper, Second, Seven, Nine, Tin, Velvet, Salted, Wooden, Lemon, Slow, Hidden, Early,
  Winter, Tall, Little, Gilded, Northern, Striped, Crooked, Amber`);
export const things = split(`
  Lantern, Heron, Attic, Acorn, Compass, Umbrella, Pigeon, Teapot, Orchard, Button, Ladder, Magpie,
  Anchor, Almanac, Kettle, Meadow, Otter, Parade, Window, Thimble, Sparrow, Fiddle`);

/** Syllables: "Velino", "Søralis". */
export const syllables = [
  split('Ma, Vel, Tor, Or, Lu, Fa, Ri, So, Ne, Ka, Be, Do, Mi, Al, Pa, Él, Sø, Mü, Ta, Vi'),
  split('ra, li, no, ve, do, ri, ma, so, ta, le'),
  split('vine, lle, ndo, ssa, nne, rre, tta, vo, lis, nda'),
] as const;

/** Second names after an "&". */
export const partners = split(`
  Finch, Thimble, Moss, Tallow, Rye, Heron, Sable, Clove, Pike, Hart, Lark, Bell, Reed, Ash, Crane`);

/** A line of business: nouns for its titles and phrases for its texts. */
export interface Trade {
  readonly nouns: Words;
  /** What the card buys, as in "… at Brindlemere Arcade". */
  readonly goods: string;
  readonly who: string;
  /** Where the card is redeemed. */
  readonly place: 'online' | 'shop' | 'account' | 'phone';
}

const trade = (nouns: string, goods: string, who: string, place: Trade['place']): Trade => ({
  nouns: split(nouns),
  goods,
  who,
  place,
});

export const trades: Readonly<Record<Category, readonly [Trade, ...Trade[]]>> = {
  Gaming: [
    trade('Arcade, Quest, Realms', 'games, expansions and season passes', 'players', 'account'),
    trade('Tactics, Legends', 'campaigns, heroes and battle passes', 'strategists', 'account'),
    trade('Games, Playhouse', 'board games, puzzles and miniatures', 'game nights', 'shop'),
    trade(
      'Consoles, Joysticks',
      'consoles, controllers and headsets',
      'living-room champions',
      'shop',
    ),
    trade('Racing, Circuit', 'cars, tracks and liveries', 'racers', 'account'),
  ],
  Entertainment: [
    trade('Cinema, Pictures', 'tickets, popcorn and late shows', 'film lovers', 'shop'),
    trade('Stream, Screen', 'months of films and series', 'evenings on the sofa', 'account'),
    trade('Records, Sound', 'albums, vinyl and live sessions', 'listeners', 'online'),
    trade('Theatre, Stage', 'seats, programmes and interval drinks', 'theatre goers', 'shop'),
    trade('Comics, Press', 'comics, graphic novels and prints', 'readers', 'online'),
    trade('Radio, Podcasts', 'ad-free shows and archives', 'commuters', 'account'),
  ],
  Shopping: [
    trade('Outfitters, Tailors', 'coats, knitwear and good boots', 'every wardrobe', 'shop'),
    trade('Books, Paper', 'books, notebooks and ink', 'readers and writers', 'shop'),
    trade('Kitchen, Pantry', 'pans, knives and fine groceries', 'cooks', 'shop'),
    trade(
      'Home, Linen',
      'lamps, bedding and small furniture',
      'new flats and old houses',
      'online',
    ),
    trade('Garden, Seeds', 'bulbs, tools and terracotta', 'gardeners', 'online'),
    trade(
      'Sports, Cycles',
      'shoes, tents and bicycles',
      'people who would rather be outside',
      'shop',
    ),
    trade('Beauty, Apothecary', 'soaps, scents and skin care', 'slow mornings', 'shop'),
    trade('Toys, Kites', 'wooden toys, kites and kits', 'birthdays', 'shop'),
    trade(
      'Travel, Rail',
      'tickets, nights away and luggage',
      'short trips and long ones',
      'online',
    ),
    trade('Coffee, Bakery', 'coffee, bread and cake', 'neighbours', 'shop'),
  ],
  'Prepaid Card': [
    trade('Prepaid, One Card', 'purchases wherever cards are taken', 'careful budgets', 'account'),
    trade('Flex Card, Pay Card', 'payments online and at the till', 'travellers', 'account'),
    trade('Virtual, Open Card', 'payments on the web', 'online shoppers', 'online'),
  ],
  'Wallet Funds': [
    trade('Wallet, Balance', 'top-ups of a digital wallet', 'people who carry no purse', 'account'),
    trade('Mobile, Talk', 'calls, texts and data', 'prepaid phones', 'phone'),
    trade('Credit, Top-up', 'credit for apps and subscriptions', 'families who share', 'account'),
    trade('Transit, Metro', 'rides by bus, tram and train', 'city people', 'phone'),
  ],
};
