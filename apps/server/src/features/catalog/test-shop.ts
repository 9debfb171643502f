/** A shop with a small catalogue, for tests. */
import { sql } from '../../platform/db/db.ts';
import { startShop, type TestShop } from '../../testing/start-shop.ts';
import { importCatalog } from './catalog.ts';

/** A test brand; absent fields get defaults. */
export interface BrandSketch {
  title: string;
  category?: string;
  views?: number;
  /** Prices by currency; a card's value is its price. */
  prices?: Partial<Record<string, number[]>>;
  /** More columns of the import, for the brand and all its cards. */
  more?: Record<string, unknown>;
}

export interface CatalogShop extends TestShop {
  /** Id of the brand with this title. */
  brandId(title: string): Promise<string>;
}

const slugOf = (title: string) =>
  title
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');

function rowsOf({ title, category = 'Gaming', prices = { usd: [10] }, more = {} }: BrandSketch) {
  return Object.entries(prices).flatMap(([currency, amounts = []]) =>
    amounts.map((price) => ({
      brand: slugOf(title),
      title,
      category,
      currency,
      value: price,
      price,
      ...more,
    })),
  );
}

export const shopWith = async (...brands: readonly BrandSketch[]): Promise<CatalogShop> =>
  fill(await startShop({ working: false }), brands);

/** Imports these brands into a shop. */
export async function fill(shop: TestShop, brands: readonly BrandSketch[]): Promise<CatalogShop> {
  const text = JSON.stringify(brands.flatMap(rowsOf));
  const { errors } = await importCatalog(shop.db, { text, format: 'json' });
  if (errors.length > 0) throw new Error(JSON.stringify(errors));
  for (const { title, views = 0 } of brands)
    await shop.db.run(sql`insert into brand_views (brand_id, views)
      select id, ${views} from brands where title = ${title} and ${views} > 0`);
  await shop.catalog.refresh();
  return {
    ...shop,
    async brandId(title) {
      return (await shop.db.one(sql<{ id: string }>`select id from brands where title = ${title}`))
        .id;
    },
  };
}
