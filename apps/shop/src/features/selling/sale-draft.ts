/** Draft of a sale in the session storage; card and payment method are stored by id. */

import { isCount, isFlag, isText, objectOf, or } from '@giftlane/client/storage/shapes.ts';
import { draftsOf } from '../../session/drafts.ts';
import { sessionKeys } from '../../session/storage.ts';
import type { CardPictures } from './sell-state.ts';

export interface SaleDraft {
  /** Brand and currency of the sale; for another the draft is ignored. */
  readonly place: string;
  readonly cardId: string;
  readonly quantity: number;
  readonly price: string;
  readonly pictures: CardPictures;
  readonly terms: boolean;
  readonly gateway: string;
  readonly reached: number;
}

const isPath = or(isText, null);

const isSaleDraft = objectOf<SaleDraft>({
  place: isText,
  cardId: isText,
  quantity: isCount,
  price: isText,
  pictures: objectOf<CardPictures>({
    imgFront: isPath,
    imgBack: isPath,
    imgPurchaseReceipt: isPath,
  }),
  terms: isFlag,
  gateway: isText,
  reached: isCount,
});

export const saleDrafts = draftsOf(sessionKeys.sale, isSaleDraft);
