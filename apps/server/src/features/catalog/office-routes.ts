/** The calls of the catalogue in the back office. */
import * as calls from '@giftlane/contract/office/catalogue.ts';
import type { Db } from '../../platform/db/db.ts';
import { pageBy, pageLimit, readKey, wordsQuery, writeKey } from '../../platform/db/pages.ts';
import type { Http } from '../../platform/http/http.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { addBrand, saveBrand } from './edit/edit.ts';
import {
  bestBrands,
  brandsAfter,
  deleteComing,
  type ListedBrand,
  placeBrands,
} from './edit/edit-queries.ts';
import { showForOffice } from './edit/office-wire.ts';
import { importAlone } from './queries.ts';

const listed = (brand: ListedBrand) => ({
  _id: brand.id,
  sTitle: brand.title,
  sSlug: brand.slug,
  sCategory: brand.category,
  sBanner: brand.banner,
  nCards: brand.cards,
  bRetired: brand.retired,
  dUpdatedAt: brand.updatedAt.toISOString(),
});

const best = (brands: Awaited<ReturnType<typeof bestBrands>>) =>
  brands.map(({ id, title, banner }) => ({ _id: id, sTitle: title, sBanner: banner }));

/** Serves the calls. */
export function catalogOfficeRoutes(http: Http, { db }: { db: Db }): void {
  http.route(calls.listOfficeBrands, async ({ query }) => {
    const asked = { query: wordsQuery(query.sSearch), after: readKey(query.sAfter) };
    const brands = await brandsAfter(db, { ...asked, most: pageLimit });
    return { data: pageBy(brands, listed, ({ title, id }) => writeKey(title, id)) };
  });
  http.route(calls.showOfficeBrand, async ({ params }) => ({
    data: await showForOffice(db, params.id),
  }));
  http.route(calls.addBrand, async ({ body }, { operator }) => ({
    data: { _id: await db.tx((tx) => addBrand(tx, body, operator.operatorId)) },
  }));
  http.route(calls.saveBrand, async ({ params, body }, { operator }) => {
    await db.tx((tx) => saveBrand(tx, params.id, body, operator.operatorId));
    return { data: await showForOffice(db, params.id) };
  });
  http.route(calls.dropComingPrice, async ({ params }) => {
    if ((await deleteComing(db, params.id)) === 0) throw new Refusal('catalog.not_found');
    return { data: null };
  });
  http.route(calls.listBest, async () => ({ data: best(await bestBrands(db)) }));
  http.route(calls.placeBest, async ({ body }) => {
    const { aBrands, aBefore } = body;
    await db.tx(async (tx) => {
      await importAlone(tx);
      const now = (await bestBrands(tx)).map(({ id }) => id);
      if (now.join() !== aBefore.join()) throw new Refusal('catalog.changed');
      if ((await placeBrands(tx, aBrands)) < aBrands.length) throw new Refusal('catalog.not_found');
    });
    return { data: best(await bestBrands(db)) };
  });
}
