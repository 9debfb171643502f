/** The session token in local storage; it goes with every call (API-02). */
import { connectApi } from '@giftlane/client/api.ts';
import { local, localKeys } from './storage.ts';

export const readToken = (): string | null => local.read(localKeys.token);

connectApi({ token: readToken });
