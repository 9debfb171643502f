import { defaultCurrency, toWire } from '@giftlane/contract/money/money.ts';
import { sell, showSellTerms } from '@giftlane/contract/shop/selling.ts';
import { text } from '@giftlane/texts/text.ts';
import type { Http } from '../../platform/http/http.ts';
import { type SellingParts, submitOffer } from './submit.ts';
import { termsOf } from './terms.ts';
import { salesToWire, type WireParts } from './wire.ts';

const orNull = (minor: bigint | undefined) => (minor === undefined ? null : toWire(minor));

/** Serves submitting an offer, and the terms for one. */
export function sellingRoutes(http: Http, parts: SellingParts & WireParts): void {
  http.route(sell, async ({ body }, { caller }) => {
    const sale = await submitOffer(parts, caller.memberId, body);
    const [data] = await salesToWire(parts, [sale]);
    if (!data) throw new Error('an offer that was stored is not shown');
    return { data, message: text('notice.cardUploaded') };
  });

  http.route(showSellTerms, async ({ query: { currency = defaultCurrency } }, { caller }) => {
    const { mostCards, limitMinor, leftMinor } = await termsOf(parts, caller.memberId, currency);
    return {
      data: {
        nMaxQuantity: mostCards,
        nDayLimit: orNull(limitMinor),
        nDayLeft: orNull(leftMinor),
      },
    };
  });
}
