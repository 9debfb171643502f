/** The storefront's routes, the server's pages and what is listed, read side by side: they are one list. */
import { readFileSync } from 'node:fs';
import { canonicalPath } from '@giftlane/contract/shop/pages.ts';
import { expect, test } from 'vitest';
import { openPage, openPaths, unlistedPaths, unlistedTitle } from './pages.ts';

const source = readFileSync(
  new URL('../../../../shop/src/routes.tsx', import.meta.url),
  'utf8',
).replaceAll(/\s+/g, ' ');

/** Lists of `routes.tsx` that stand below a path of their own. */
const below: Readonly<Record<string, string>> = {
  auth: '/auth',
  account: '/account',
  rooms: '/account',
};

/** Addresses that are no page of their own: two names, and what leads home. */
const others = ['/home', '/404', '/*'];

/** Every address of the router, a parameter as `:`. */
const routed = [...source.matchAll(/const (\w+): RouteObject\[\] = \[(.*?)\];/g)]
  .flatMap(([, list = '', routes = '']) =>
    [...routes.matchAll(/\{ (?:path: '([^']+)'|index: true), (?!children)/g)].map(([, path]) => {
      const whole = path?.startsWith('/') ? path : `${below[list] ?? ''}/${path ?? ''}`;
      return whole.replace(/(?<=.)\/$/, '').replaceAll(/:\w+/g, ':');
    }),
  )
  .filter((path) => !others.includes(path));

const brands = '/gift-cards/:';

test('every address of the storefront is known to the server, and no other', () => {
  const callback = '/auth/google/callback';
  expect(source).toContain(`path: '${callback}'`);
  const known = [...openPaths, brands, ...unlistedPaths];
  expect([...new Set([...routed, callback])].filter((path) => path !== '').sort()).toEqual(
    [...known].sort(),
  );
});

test('a page is listed if and only if it is open to everybody', () => {
  for (const path of routed) {
    const address = path.replaceAll(':', 'x');
    const listed = canonicalPath(address) !== undefined;
    expect([path, listed]).toEqual([path, path === brands || openPage(address) !== undefined]);
    expect([path, unlistedTitle(address) !== undefined]).toEqual([path, !listed]);
  }
});
