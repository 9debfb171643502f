/**
 * Whatever is sent to an operation of the OpenAPI document, the reply is as documented (trust programme,
 * F). FUZZ_RUNS says how many requests each gets, FUZZ_SEED repeats a run, FUZZ_ONLY picks operations. A
 * plan that failed is kept in testing/fuzz-cases.ts.
 */
import { coinNames, coins } from '@giftlane/contract/money/coins.ts';
import { quoteFee } from '@giftlane/contract/money/crypto.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type CoinShop, makeWallet, startCoinShop } from '../features/coins/coins.testing.ts';
import { minutes } from '../platform/process/durations.ts';
import { makeMember } from '../testing/builders.ts';
import { fetchDocument, fuzzOperation, sendRaw } from '../testing/fuzz.ts';
import { type Operation, operationsOf } from '../testing/fuzz-operations.ts';
import { pathTails } from '../testing/fuzz-values.ts';
import { openWorld } from '../testing/fuzz-world.ts';
import { routesOf } from '../testing/policy.ts';
import { startShop } from '../testing/start-shop.ts';

const {
  FUZZ_RUNS = '6',
  FUZZ_SEED = String(Math.floor(Math.random() * 2 ** 31)),
  FUZZ_ONLY = '',
} = process.env;
const [runs, seed] = [Number(FUZZ_RUNS), Number(FUZZ_SEED)];

/** What chance seldom gets right is sent so many times the runs. */
const mostRounds = runs < 40 ? 24 : 7;

/** What waits for a signer that never comes is sent a tenth as often, if need be in ten times as many rounds. */
const sparing = (operation: Operation) => (operation.name === 'checkout.confirmCrypto' ? 10 : 1);

/**
 * What no request alone brings about: the provider or an authenticator has to sign it, an operator to decide before it, a mail has its token, the account would be
 * gone, or nodes and signer have to move coins first. Tests of their own do it (safety/open-webhook.test.ts,
 * features/accounts, features/mydata, features/coins).
 */
const neverDoneHere: readonly string[] = [
  'accounts.confirmEmail',
  'accounts.undoEmail',
  'kyc.sendAgain',
  'claims.answer',
  'checkout.paypalWebhook',
  'security.proveCode',
  'security.provePasskey',
  'security.confirmTotp',
  'security.addPasskey',
  'security.removePasskey',
  'security.renewRecoveryCodes',
  'security.signInFactor',
  'security.signInPasskey',
  'myData.close',
  'myData.reopen',
  'coins.cancelSend',
  'coins.quoteBump',
  'coins.bumpSend',
];

/** What waits on the chains waits: nodes that are away change nothing, and what fees they knew is known. */
async function awayNodes(shop: CoinShop): Promise<void> {
  const member = await makeMember(shop);
  for (const coin of coinNames) {
    await makeWallet(shop, member, coin);
    await shop.call(quoteFee, { token: member.token, body: { coin } });
  }
  for (const coin of coins) shop.sandbox.coins[coin].stop();
}

test('no request to any operation gets a fault or a reply that is not documented', {
  timeout: minutes(5 + runs / 100),
}, async () => {
  const shop = await startCoinShop({ working: true, env: { THROTTLE: '0' } });
  const document = await fetchDocument(shop);
  const world = await openWorld(shop);
  await awayNodes(shop);
  const operations = operationsOf(document).filter(({ name }) => name.startsWith(FUZZ_ONLY));
  const failures: string[] = [];
  const neverDone: string[] = [];
  const isDone = async (operation: Operation, of: number) => {
    const few = Math.ceil(runs / sparing(operation));
    const options = { runs: few, seed: of, base: document.base };
    const { statuses } = await fuzzOperation({ shop, world }, operation, options);
    return Object.keys(statuses).some((status) => Number(status) < 300);
  };
  for (const operation of operations) {
    try {
      const rounds = neverDoneHere.includes(operation.name) ? 1 : mostRounds * sparing(operation);
      let done = false;
      for (let round = 0; !done && round < rounds; round += 1)
        done = await isDone(operation, seed + round);
      if (!done) neverDone.push(operation.name);
    } catch (error) {
      failures.push(`${operation.name}, FUZZ_SEED=${seed}: ${String(error)}`);
    }
  }
  expect(failures.join('\n\n')).toBe('');
  // A fuzz that is refused at the door proves nothing about the rooms.
  expect(neverDone.filter((name) => !neverDoneHere.includes(name))).toEqual([]);
  expect(operations.length).toBeGreaterThan(0);
});

test('no path outside of the document gets a fault', {
  timeout: minutes(5 + runs / 100),
}, async () => {
  const shop = await startShop({ working: false, env: { THROTTLE: '0' } });
  const open = routesOf(shop.http.app).filter(
    (route) => !route.includes(' /api/') && /[:*]/.test(route),
  );
  const failures: string[] = [];
  for (const route of open) {
    const [method = '', pattern = ''] = route.split(' ');
    const once = async (tail: string) => {
      const path = pattern.replace(/[:*].*$/, '') + tail;
      const headers = { 'content-type': 'image/png' };
      const body = Buffer.from(method === 'GET' || method === 'HEAD' ? '' : tail);
      const { status, text } = await sendRaw(shop, { method, path, headers, body });
      if (status >= 500) throw new Error(`${status} (${text.slice(0, 100)}) to ${method} ${path}`);
    };
    const result = await fc.check(fc.asyncProperty(pathTails, once), { numRuns: runs, seed });
    if (result.failed) failures.push(`${route}, FUZZ_SEED=${seed}: ${result.errorInstance}`);
  }
  expect(failures).toEqual([]);
  expect(open).toContain('POST /newsletter/unsubscribe/:token');
});
