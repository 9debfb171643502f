/** The session token in local storage, sent with every call that is not anonymous (API-02). */
import { connectApi } from '@giftlane/client/api.ts';
import { local, localKeys } from './storage.ts';

export const readToken = (): string | null => local.read(localKeys.token);

connectApi({ token: readToken });
