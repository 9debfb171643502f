/** The session token in local storage, sent with every call except anonymous ones (API-02). */
import { connectApi } from '@giftlane/client/api.ts';
import { local, localKeys } from './storage.ts';

export const readToken = (): string | null => local.read(localKeys.token);

connectApi({ token: readToken });
