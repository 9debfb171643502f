/** Newsletter readers, for tests. */
import { vi } from 'vitest';
import type { Shop } from '../../app.ts';
import { hours, minutes } from '../../platform/process/durations.ts';
import { newId } from '../../platform/secrets/ids.ts';
import { newToken, tokenHash } from '../../platform/secrets/secrets.ts';
import type { TestShop } from '../../testing/start-shop.ts';
import { askFor, insertConfirmation } from './queries.ts';
import { leaveToken } from './tokens.ts';

type Workshop = Pick<Shop, 'db' | 'config'>;

/** A confirmation token for a new address. */
export async function makeConfirmation(
  { db, config }: Workshop,
  email = `${newId('reader')}@example.com`,
): Promise<string> {
  const id = newId('nls');
  const leaveHash = tokenHash(leaveToken(config.keys, id));
  const subscriberId = await askFor(db, { id, email, emailKey: email.toLowerCase(), leaveHash });
  const token = newToken();
  await insertConfirmation(db, { hash: tokenHash(token), subscriberId, lifeMs: hours(1) });
  return token;
}

/** Waits until an address has received at least `count` mails; answers them. */
export async function mailsTo(shop: TestShop, email: string, count = 1) {
  return vi.waitFor(
    () => {
      const mails = shop.sandbox.mails(email);
      if (mails.length < count) throw new Error(`${mails.length} mails to ${email}`);
      return mails;
    },
    { timeout: minutes(1), interval: 50 },
  );
}

/** The address in a mail that leads to `path`, and its token. */
export function linkIn({ text }: { readonly text: string }, path: string) {
  const url = text.match(new RegExp(`https?://[^\\s]*${path}([\\w-]+)`));
  if (!url) throw new Error(`no link to ${path} in: ${text}`);
  return { url: url[0], token: url[1] ?? '' };
}
