/** A send that is typed and not made yet: neither a reload nor a phone's way back loses it. */
import { type CoinName, coinNames } from '@giftlane/contract/money/coins.ts';
import { draftsOf } from '../../storage/drafts.ts';
import { isFlag, isText, objectOf, oneOf } from '../../storage/shapes.ts';
import { sessionKeys } from '../../storage/storage.ts';
import type { Draft } from './draft.ts';

interface KeptSend {
  coin: CoinName;
  /** Whose answer was lost is not sent twice. */
  requestId: string;
  draft: Draft;
}

const isKeptSend = objectOf<KeptSend>({
  coin: oneOf(coinNames),
  requestId: isText,
  draft: objectOf<Draft>({
    address: isText,
    amount: isText,
    all: isFlag,
    fee: oneOf(['slow', 'normal', 'fast']),
    comment: isText,
  }),
});

export const sendDrafts = draftsOf(sessionKeys.coinSend, isKeptSend);
