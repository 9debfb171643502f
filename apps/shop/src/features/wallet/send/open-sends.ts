/** Stores a transfer of unknown outcome, to repeat it with the same pair of tokens, so that it is executed once. */

import { isText, objectOf, oneOf } from '@giftlane/client/storage/shapes.ts';
import type { SearchedUser } from '@giftlane/contract/members/people.ts';
import { currencies } from '@giftlane/contract/money/money.ts';
import { draftsOf } from '../../../session/drafts.ts';
import { sessionKeys } from '../../../session/storage.ts';
import type { TokenPair } from './send.ts';
import type { MoneySendDraft } from './send-amount.tsx';

export interface OpenSend {
  pair: TokenPair;
  person: SearchedUser;
  draft: MoneySendDraft;
}

const isOpenSend = objectOf<OpenSend>({
  pair: objectOf<TokenPair>({ token: isText, secretToken: isText }),
  person: objectOf<SearchedUser>({
    _id: isText,
    sEmail: isText,
    sMobileNumber: isText,
    sFullName: isText,
    sProfilePicture: isText,
    eCurrency: oneOf(currencies),
  }),
  draft: objectOf<MoneySendDraft>({ amount: isText, note: isText }),
});

export const openSends = draftsOf(sessionKeys.moneySend, isOpenSend);
