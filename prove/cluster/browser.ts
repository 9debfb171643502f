/** A purchase by card in Chromium, with a server killed between its steps. */
import type { Shop } from '../../apps/server/src/app.ts';
import { makeCard, makeMember } from '../../apps/server/src/testing/builders.ts';
import { atPayPal, signIn, toCheckout } from '../../e2e/journey.ts';
import { launchChromium } from '../../tools/chromium.ts';
import type { Cluster } from './faults.ts';

/** Signs in, pays a card at PayPal's stand-in, reveals its code; each server is killed once meanwhile. */
export async function buyInBrowser({ parts, processes, shop }: Cluster & { shop: Shop }) {
  const [member, card] = [await makeMember(shop), await makeCard(shop)];
  const browser = await launchChromium(['--headless', '--disable-gpu']);
  try {
    const context = await browser.newContext({ baseURL: parts.url });
    context.setDefaultTimeout(60_000);
    const page = await context.newPage();
    const kill = async (n: number) => {
      await processes.ready();
      await processes.servers[n]?.kill();
    };
    await page.goto('/auth/login');
    await signIn(page, member.email);
    await page.waitForURL((url) => !url.pathname.startsWith('/auth/'));
    await kill(0);
    await toCheckout(page, card.brandId);
    await kill(1);
    await atPayPal(page, 'Pay with sandbox card');
    await kill(2);
    await page.waitForURL('**/account/checkout/success**');
    await page.getByRole('button', { name: /Reveal code/ }).click();
    await page.getByRole('button', { name: /Copy code/ }).waitFor();
    await processes.ready();
  } finally {
    await browser.close();
  }
}
