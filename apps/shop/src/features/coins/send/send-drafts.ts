/** A send that is typed and not made yet: neither a reload nor a phone's way back loses it. */

import { isFlag, isText, objectOf, oneOf } from '@giftlane/client/storage/shapes.ts';
import { type CoinName, coinNames } from '@giftlane/contract/money/coins.ts';
import { draftsOf } from '../../../session/drafts.ts';
import { sessionKeys } from '../../../session/storage.ts';
import type { CoinSendDraft } from './draft.ts';

interface KeptSend {
  coin: CoinName;
  /** Whose answer was lost is not sent twice. */
  requestId: string;
  draft: CoinSendDraft;
}

const isKeptSend = objectOf<KeptSend>({
  coin: oneOf(coinNames),
  requestId: isText,
  draft: objectOf<CoinSendDraft>({
    address: isText,
    amount: isText,
    all: isFlag,
    fee: oneOf(['slow', 'normal', 'fast']),
    comment: isText,
  }),
});

export const sendDrafts = draftsOf(sessionKeys.coinSend, isKeptSend);
