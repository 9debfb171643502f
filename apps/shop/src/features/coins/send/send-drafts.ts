/** Stores the typed send in the session, so that reload and Back do not lose it. */

import { isFlag, isText, objectOf, oneOf } from '@giftlane/client/storage/shapes.ts';
import { type CoinName, coinNames } from '@giftlane/contract/money/coins.ts';
import { draftsOf } from '../../../session/drafts.ts';
import { sessionKeys } from '../../../session/storage.ts';
import type { CoinSendDraft } from './draft.ts';

interface KeptSend {
  coin: CoinName;
  /** Idempotency key: a retry after a lost answer does not send twice. */
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
