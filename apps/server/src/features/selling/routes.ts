import { text } from '@giftlane/contract/messages.ts';
import { sell } from '@giftlane/contract/selling.ts';
import type { Http } from '../../platform/http.ts';
import { type SellingParts, submitOffer } from './submit.ts';
import { saleToWire, type WireParts } from './wire.ts';

/** Serves the offer of cards. */
export function sellingRoutes(
  http: Http,
  parts: SellingParts & Pick<WireParts, 'viewAddress'>,
): void {
  http.route(sell, async ({ body }, { caller }) => {
    const sale = await submitOffer(parts, caller.memberId, body);
    return { data: await saleToWire(parts, sale), message: text('notice.cardUploaded') };
  });
}
