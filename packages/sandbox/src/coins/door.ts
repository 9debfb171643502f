/** Authentication of a node: its cookie, new at each start, or its password. */
import { randomBytes, timingSafeEqual } from 'node:crypto';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { FastifyRequest } from 'fastify';
import { host } from '../listen.ts';

/** Public: they open nothing but this sandbox. */
export const credentials = { user: 'giftlane', password: 'giftlane-sandbox' } as const;

const cookieUser = '__cookie__';

const isSame = (a: Buffer, b: Buffer) => a.length === b.length && timingSafeEqual(a, b);

export interface Door {
  readonly open: boolean;
  /** Writes a new cookie and lets callers in. */
  unlock(): void;
  /** Refuses callers and removes the cookie. */
  lock(): void;
  /** Whether a request shows the password or the cookie (RFC 7617). */
  admits(request: FastifyRequest): boolean;
}

/** Starts closed. Without a file only the password counts. */
export function makeDoor(cookieFile: string | undefined): Door {
  let open = false;
  let keys: Buffer[] = [];
  return {
    get open() {
      return open;
    },
    unlock() {
      open = true;
      keys = [Buffer.from(`${credentials.user}:${credentials.password}`)];
      if (cookieFile === undefined) return;
      const cookie = `${cookieUser}:${randomBytes(32).toString('hex')}`;
      mkdirSync(dirname(cookieFile), { recursive: true });
      writeFileSync(cookieFile, cookie, { mode: 0o600 });
      keys.push(Buffer.from(cookie));
    },
    lock() {
      open = false;
      keys = [];
      if (cookieFile !== undefined) rmSync(cookieFile, { force: true });
    },
    admits({ headers }) {
      const [, shown = ''] = /^Basic (\S+)$/.exec(headers.authorization ?? '') ?? [];
      const given = Buffer.from(shown, 'base64');
      return keys.some((key) => isSame(key, given));
    },
  };
}

/**
 * Whether another site's page sent a request. A browser says where a form was filled in; and a name of
 * another site that leads here is not this machine's.
 */
export function isForeign({ headers }: FastifyRequest): boolean {
  const here = URL.parse(`http://${headers.host ?? ''}`);
  if (!here || ![host, 'localhost'].includes(here.hostname)) return true;
  return headers.origin !== undefined && headers.origin !== here.origin;
}
