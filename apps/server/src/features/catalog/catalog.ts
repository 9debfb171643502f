/** The catalogue: brands and their cards, served from memory. */
import type { Currency } from '@giftlane/contract/money.ts';
import type { Db, Queryable } from '../../platform/db.ts';
import { seconds } from '../../platform/durations.ts';
import type { Log } from '../../platform/log.ts';
import { brandRevisions, brandsById, cardsOfBrands } from './queries.ts';

/** One card with what a cart, an order or a receipt shows of it. */
export interface CardDetails {
  readonly id: string;
  readonly brandId: string;
  /** The brand's title and the value, as an order shows it: "Nimbus Arcade $25". */
  readonly title: string;
  readonly brandTitle: string;
  readonly banner: string;
  readonly logo: string;
  readonly redeem: string;
  readonly description: string;
  readonly currency: Currency;
  readonly valueMinor: bigint;
  readonly priceMinor: bigint;
  readonly discountBp: number;
  readonly cashbackBp: number;
  readonly serviceChargeBp: number;
  /** Grows with every change of a price or percent. */
  readonly version: number;
  /** No longer sold; still here so that old orders can be shown. */
  readonly retired: boolean;
}

export interface CatalogParts {
  readonly db: Db;
  readonly log: Log;
  /** How many codes are free, by card id; a card without any may be missing. */
  readonly stockLevels: (db: Queryable) => Promise<Map<string, number>>;
}

export interface Catalog {
  /** A card, retired ones too; undefined when there never was one. */
  card(cardId: string): CardDetails | undefined;
  /** Reads now what changed in the database: brands, cards, stock and views. */
  refresh(): Promise<void>;
  readonly brandCount: number;
  close(): Promise<void>;
}

const valueTexts = new Map<Currency, Intl.NumberFormat>();

function valueText(valueMinor: bigint, currency: Currency): string {
  let format = valueTexts.get(currency);
  if (!format) {
    format = new Intl.NumberFormat('en-US', {
      style: 'currency',
      currency: currency.toUpperCase(),
      trailingZeroDisplay: 'stripIfInteger',
    });
    valueTexts.set(currency, format);
  }
  return format.format(Number(valueMinor) / 100);
}

/** Opens the catalogue: reads it once, then follows the database. */
export async function openCatalog({ db, log }: CatalogParts): Promise<Catalog> {
  let cards = new Map<string, CardDetails>();
  let brandCount = 0;
  const refresh = async () => {
    const ids = (await brandRevisions(db)).map(({ id }) => id);
    const brands = new Map((await brandsById(db, ids)).map((brand) => [brand.id, brand]));
    const fresh = new Map<string, CardDetails>();
    for (const row of await cardsOfBrands(db, ids)) {
      const brand = brands.get(row.brandId);
      if (!brand) continue;
      fresh.set(row.id, {
        ...row,
        title: `${brand.title} ${valueText(row.valueMinor, row.currency)}`,
        brandTitle: brand.title,
        banner: brand.banner,
        logo: brand.logo,
        redeem: brand.redeem,
        description: brand.description,
        retired: row.retired || brand.retired,
      });
    }
    cards = fresh;
    brandCount = brands.size;
  };
  const refreshLogged = () => {
    refresh().catch((error: unknown) => log.error({ err: error }, 'the catalogue is not fresh'));
  };
  await refresh();
  const listening = db.listen('catalog_changed', refreshLogged, refreshLogged);
  const timer = setInterval(refreshLogged, seconds(5));
  return {
    card: (cardId) => cards.get(cardId),
    refresh,
    get brandCount() {
      return brandCount;
    },
    async close() {
      clearInterval(timer);
      await listening.stop();
    },
  };
}
