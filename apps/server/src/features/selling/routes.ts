import { text } from '@giftlane/contract/messages.ts';
import { sell } from '@giftlane/contract/selling.ts';
import type { Http } from '../../platform/http.ts';
import { type SellingParts, submitOffer } from './submit.ts';
import { salesToWire, type WireParts } from './wire.ts';

/** Serves the offer of cards. */
export function sellingRoutes(
  http: Http,
  parts: SellingParts & Pick<WireParts, 'openViews'>,
): void {
  http.route(sell, async ({ body }, { caller }) => {
    const sale = await submitOffer(parts, caller.memberId, body);
    const [data] = await salesToWire(parts, [sale]);
    if (!data) throw new Error('an offer that was stored is not shown');
    return { data, message: text('notice.cardUploaded') };
  });
}
