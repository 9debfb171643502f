/** Browsers that want notifications, for tests. */
import type { Shop } from '../../app.ts';
import { newToken } from '../../platform/secrets.ts';
import { putSubscription } from './queries.ts';

/** A subscription at a real push service, which nothing is ever sent to; answers its id. */
export function makeSubscription({ db }: Pick<Shop, 'db'>): Promise<string> {
  return putSubscription(db, {
    id: `psh_${newToken()}`,
    endpoint: `https://fcm.googleapis.com/fcm/send/${newToken()}`,
    p256dh: `B${'A'.repeat(86)}`,
    auth: 'A'.repeat(22),
  });
}
