/** Money that was sent, as long as nobody knows whether it went out: it is sent again with the same pair, once. */

import { isText, objectOf, oneOf } from '@giftlane/client/storage/shapes.ts';
import type { SearchedUser } from '@giftlane/contract/members/people.ts';
import { currencies } from '@giftlane/contract/money/money.ts';
import { draftsOf } from '../../../session/drafts.ts';
import { sessionKeys } from '../../../session/storage.ts';
import type { Pair } from './send.ts';
import type { Draft } from './send-amount.tsx';

export interface OpenSend {
  pair: Pair;
  person: SearchedUser;
  draft: Draft;
}

const isOpenSend = objectOf<OpenSend>({
  pair: objectOf<Pair>({ token: isText, secretToken: isText }),
  person: objectOf<SearchedUser>({
    _id: isText,
    sEmail: isText,
    sMobileNumber: isText,
    sFullName: isText,
    sProfilePicture: isText,
    eCurrency: oneOf(currencies),
  }),
  draft: objectOf<Draft>({ amount: isText, note: isText }),
});

export const openSends = draftsOf(sessionKeys.moneySend, isOpenSend);
