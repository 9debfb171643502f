import type { IncomingMessage } from 'node:http';
import { type Currency, defaultCurrency } from '@giftlane/contract/money/money.ts';
import {
  listBrandNames,
  listBrands,
  listBrandsCached,
  listSellCards,
  priceLimits,
  showBrand,
  showBrandCached,
  showCategory,
  showSellCards,
} from '@giftlane/contract/shop/catalog.ts';
import type { FastifyReply } from 'fastify';
import type { Http } from '../../platform/http/http.ts';
import { isOwnQuestion } from '../../platform/http/internal-request.ts';
import { networkOf } from '../../platform/http/network.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { type Kind, sendAnswer, sendLong } from '../../platform/http/send-answer.ts';
import { RateLimit } from '../../platform/limits/rate-limit.ts';
import { minutes } from '../../platform/process/durations.ts';
import type { Brand } from './brand.ts';
import type { Catalog } from './catalog.ts';
import { type Filter, filterOf, listFilterOf } from './search/filter.ts';
import {
  brandNames,
  categoryToWire,
  denominationsToWire,
  limitsToWire,
  sellCardsToWire,
} from './snapshot/lists.ts';
import { makeReplies, mostInOnePiece } from './snapshot/replies.ts';

/** Prices and stock on a page may be this old; the cart reads current ones. */
const kind: Kind = {
  type: 'application/json; charset=utf-8',
  cache: 'public, max-age=5, stale-while-revalidate=30',
};

/** Replies above this size are rate-limited: each costs the time of a hundred small ones. */
const longBytes = 256 * 1024;
/** Bytes of long replies per network and minute: some thirty lists of 2,000 brands. */
const mostLongBytes = 64 * 1024 * 1024;

/** Serves the catalogue's calls from memory. `throttle` multiplies the limit of long lists per network. */
export function catalogRoutes(http: Http, catalog: Catalog, throttle: number): void {
  const replies = makeReplies();
  const longLists = new RateLimit(mostLongBytes * throttle, minutes(1));
  const { responseCache } = http;
  catalog.onChange(responseCache.forget);

  const brandOf = (id: string): Brand => {
    const brand = catalog.shelf.brands[catalog.shelf.numberOf.get(id) ?? -1];
    if (!brand) throw new Refusal('catalog.not_found');
    return brand;
  };
  const list = (filter: Filter, reply: FastifyReply) => {
    const mayBeLong = filter.limit > mostInOnePiece;
    const network = mayBeLong ? networkOf(http.addressOf(reply.request.raw)) : '';
    if (mayBeLong) longLists.requireLeft(network);
    const answer = replies.list(catalog.shelf, filter);
    if (!('pieces' in answer)) return sendAnswer(reply, answer, { kind, responseCache });
    if (answer.length > longBytes) longLists.take(network, answer.length);
    return sendLong(reply, answer, kind);
  };
  const show = (id: string, currency: Currency = defaultCurrency, reply: FastifyReply) => {
    const brand = brandOf(id);
    const onServed = (request: IncomingMessage) =>
      catalog.countView(id, networkOf(http.addressOf(request)));
    if (!isOwnQuestion(reply.request.raw)) onServed(reply.request.raw);
    return sendAnswer(reply, replies.brand(catalog.shelf, brand, currency), {
      kind,
      responseCache,
      again: { onServed },
    });
  };
  const other = (key: string, data: () => unknown, reply: FastifyReply) =>
    sendAnswer(reply, replies.other(catalog.shelf, key, data), { kind, responseCache });

  http.routeBytes(listBrands, ({ body }, { reply }) => list(filterOf(body), reply));
  http.routeBytes(listBrandsCached, ({ query }, { reply }) =>
    list(filterOf(listFilterOf(query)), reply),
  );
  http.routeBytes(showBrand, ({ params, body }, { reply }) =>
    show(params.id, body.currency, reply),
  );
  http.routeBytes(showBrandCached, ({ params, query }, { reply }) =>
    show(params.id, query.currency, reply),
  );
  http.routeBytes(priceLimits, ({ params: { currency } }, { reply }) =>
    other(`limits ${currency}`, () => limitsToWire(catalog.shelf, currency), reply),
  );
  http.routeBytes(listBrandNames, ({ params: { currency } }, { reply }) =>
    other(`names ${currency}`, () => brandNames(catalog.shelf, currency), reply),
  );
  http.routeBytes(listSellCards, ({ query: { currency = defaultCurrency } }, { reply }) =>
    other(`sell ${currency}`, () => sellCardsToWire(catalog.shelf, currency), reply),
  );
  http.routeBytes(showCategory, ({ params: { id } }, { reply }) => {
    const brand = brandOf(id);
    return other(`category ${id}`, () => categoryToWire(brand), reply);
  });
  http.routeBytes(showSellCards, ({ params: { id }, body }, { reply }) => {
    const brand = brandOf(id);
    const { currency = defaultCurrency } = body;
    return other(`sell ${id} ${currency}`, () => denominationsToWire(brand, currency), reply);
  });
}
