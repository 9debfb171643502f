/** The categories. No schema is here: pages of the shop load this module without the schema library. */

/** The tabs after Best Sellers (CAT-02), by `sCategory` (OPEN-33). */
export const categories = [
  'Gaming',
  'Entertainment',
  'Shopping',
  'Prepaid Card',
  'Wallet Funds',
] as const;
export type Category = (typeof categories)[number];

/** How a category is written in an address. */
export const categorySlug = (category: Category): string =>
  category.toLowerCase().replaceAll(' ', '-');
