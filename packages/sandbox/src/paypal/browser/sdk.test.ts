/** A person at a shop with a strict Content-Security-Policy, in a real browser. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launchChromium } from '../../../../../tools/chromium.ts';
import { type Sandbox, startSandbox } from '../../sandbox.ts';
import { type Api, connectApi } from '../../testing/api.ts';

let sandbox: Sandbox;
let browser: Browser;
let api: Api;
let shop: Awaited<ReturnType<typeof openShop>>;

beforeAll(async () => {
  sandbox = await startSandbox();
  api = await connectApi(sandbox);
  shop = await openShop();
  browser = await launchChromium(['--disable-gpu', '--disable-quic', '--no-first-run']);
}, 60_000);
afterAll(async () => {
  await browser?.close();
  shop?.close();
  await sandbox?.close();
});

const shopScript = `
  const said = document.querySelector('output');
  const say = (text) => { said.textContent += text + ' '; };
  let tries = 0;
  paypal.Buttons({
    createOrder: async () => (await (await fetch('/create')).json()).id,
    onApprove: async ({ orderID }, actions) => {
      tries += 1;
      const { issue } = await (await fetch('/capture/' + orderID)).json();
      say(issue);
      if (issue === 'INSTRUMENT_DECLINED' && tries === 1) return actions.restart();
    },
    onCancel: () => say('cancelled'),
    onError: (error) => say('error ' + error.message),
  }).render('#pay');`;

/** A shop that makes and captures orders on its server, and allows the sandbox's origin alone. */
async function openShop() {
  const server = createServer(async (request, response) => {
    const [, what, id = ''] = (request.url ?? '').split('/');
    if (what === 'create') return response.end(JSON.stringify({ id: await api.create('12.50') }));
    if (what === 'capture') return response.end(JSON.stringify({ issue: await api.capture(id) }));
    if (what === 'shop.js') {
      response.setHeader('content-type', 'text/javascript');
      return response.end(shopScript);
    }
    const { origin } = new URL(sandbox.paypalUrl);
    const sdk = `${sandbox.paypalSdkUrl}?client-id=${sandbox.paypalClientId}&currency=EUR`;
    response.setHeader('content-type', 'text/html');
    response.setHeader(
      'content-security-policy',
      `default-src 'none'; script-src 'self' ${origin}; frame-src ${origin}; connect-src 'self' ${origin}; require-trusted-types-for 'script'`,
    );
    return response.end(
      `<!doctype html><title>Shop</title><div id="pay"></div><output></output><script src="${sdk}"></script><script src="/shop.js"></script>`,
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/`,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** The shop's page; what the browser complained about is collected. */
async function visit({ popups = true } = {}) {
  const context = await browser.newContext();
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
  page.on('pageerror', (error) => complaints.push(error.message));
  if (!popups) await page.addInitScript('window.open = () => null');
  await page.goto(shop.url);
  return { context, page, complaints };
}

async function openWindow(page: Page): Promise<Page> {
  const opened = page.waitForEvent('popup');
  await page.getByRole('button', { name: 'Pay by sandbox card' }).click();
  return opened;
}

const said = (page: Page) => page.locator('output');
const ready = (page: Page) => page.getByRole('button', { name: 'Pay by sandbox card' });

test('a person pays in the payment window', async () => {
  const { context, page, complaints } = await visit();
  const popup = await openWindow(page);
  await popup.getByText('€12.50').waitFor();
  await popup.getByRole('button', { name: 'Pay with sandbox card' }).click();
  await said(page).getByText('COMPLETED').waitFor();
  await ready(page).waitFor();
  await expect.poll(() => popup.isClosed()).toBe(true);
  expect(complaints).toEqual([]);
  await context.close();
});

test('a declined card is told, and the same order is paid with another', async () => {
  const { context, page, complaints } = await visit();
  const popup = await openWindow(page);
  const again = page.waitForEvent('popup');
  await popup.getByRole('button', { name: 'Use a card that is declined' }).click();
  await said(page).getByText('INSTRUMENT_DECLINED').waitFor();
  await (await again).getByRole('button', { name: 'Pay with sandbox card' }).click();
  await said(page).getByText('COMPLETED').waitFor();
  expect(complaints).toEqual([]);
  await context.close();
});

test('cancelling, by the button or by closing the window, is told once', async () => {
  const { context, page } = await visit();
  const first = await openWindow(page);
  await first.getByRole('button', { name: 'Cancel' }).click();
  await said(page).getByText('cancelled').waitFor();
  await ready(page).waitFor();
  const second = await openWindow(page);
  await second.getByText('€12.50').waitFor();
  await second.close();
  await ready(page).waitFor();
  expect(await said(page).textContent()).toBe('cancelled cancelled ');
  await context.close();
});

test('who cancels before the order is shown is heard', async () => {
  const { context, page } = await visit();
  const asked = new Promise<void>((resolve) => {
    void context.route('**/checkoutnow/orders/*', () => resolve()); // Never answered.
  });
  const popup = await openWindow(page);
  await asked;
  await popup.getByRole('button', { name: 'Cancel' }).click();
  await said(page).getByText('cancelled').waitFor();
  await context.close();
});

test('a browser without windows shows the same page in a dialog', async () => {
  const { context, page, complaints } = await visit({ popups: false });
  await ready(page).click();
  const frame = page.frameLocator('iframe');
  await frame.getByText('€12.50').waitFor();
  await page.keyboard.press('Escape');
  await said(page).getByText('cancelled').waitFor();
  await ready(page).click();
  await frame.getByRole('button', { name: 'Pay with sandbox card' }).click();
  await said(page).getByText('COMPLETED').waitFor();
  expect(await page.locator('dialog').count()).toBe(0);
  expect(complaints).toEqual([]);
  await context.close();
});

test('an order that can not be made is an error, and the window goes', async () => {
  const { context, page } = await visit();
  sandbox.faults.add({ operation: 'create', kind: 'http_500' });
  const popup = await openWindow(page);
  await said(page).getByText('error Expected an order id').waitFor();
  await expect.poll(() => popup.isClosed()).toBe(true);
  await context.close();
});
