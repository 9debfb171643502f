import { expect, onTestFinished, test } from 'vitest';
import { startShop } from '../testing/start-shop.ts';

const at = { port: 0, host: '127.0.0.1', metricsToken: '', openHere: true };

async function read(url: string) {
  const reply = await fetch(url);
  return { status: reply.status, text: await reply.text() };
}

test("a worker's port says that it is ready, what its jobs and its database take, and nothing of the shop", async () => {
  const shop = await startShop();
  if (!shop.worker) throw new Error('no worker');
  const port = await shop.watch(at, shop.worker);
  onTestFinished(port.close);
  expect(await read(`${port.url}/readyz`)).toMatchObject({ status: 200 });
  expect(await read(`${port.url}/api/v1/brands`)).toMatchObject({ status: 404 });
  const { text } = await read(`${port.url}/metrics`);
  expect(text).toContain('\ngiftlane_ready 1\n');
  expect(text).toMatch(/\ngiftlane_database_wait_seconds_count [1-9]/);
  expect(text).toMatch(
    /\ngiftlane_database_seconds_count\{kind="transaction",outcome="done"\} [1-9]/,
  );
  expect(text).toMatch(
    /\ngiftlane_provider_seconds_count\{provider="rates",call="\w+",outcome="done"\} [1-9]/,
  );
  expect(text).toMatch(/\ngiftlane_ledger_unsealed_seconds \d/);
});
