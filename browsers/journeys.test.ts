/** The shop in Firefox and in WebKit: what its members do, from signing up to having no network. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, onTestFinished, test } from 'vitest';
import { makeBought } from '../apps/server/src/features/selling/offers.testing.ts';
import { makePicture } from '../apps/server/src/features/uploads/pictures.testing.ts';
import { makeVoucher } from '../apps/server/src/features/wallet/cards.testing.ts';
import { sql } from '../apps/server/src/platform/db/db.ts';
import { seedFilm } from '../apps/server/src/seed/film.ts';
import { makeCard, makeMember } from '../apps/server/src/testing/builders.ts';
import { startShop } from '../apps/server/src/testing/start-shop.ts';
import { openFront } from '../e2e/front.ts';
import { linkInMail } from '../e2e/journey.ts';
import { browsers } from './browsers.ts';
import type { Driver, Look } from './driver.ts';
import { type Person, personAt } from './person.ts';

const desk: Look = { width: 1280, height: 900, dark: false };
const phone: Look = { width: 390, height: 780, dark: true };

const front = await openFront();
// A worker is registered where the shop is at home, and only below localhost without https.
const home = `http://shop.localhost:${front.port}`;
afterAll(() => front.close());

async function shopAtHome() {
  const shop = await startShop({ env: { PUBLIC_URL: home } });
  front.target = shop.url;
  return shop;
}

const signedIn = async (person: Person, token: string) => {
  await person.open('/faq');
  await person.run(`localStorage.setItem('giftlane.token', ${JSON.stringify(token)})`);
};

/** Pictures in files, each another, as a camera leaves them. */
async function pictures(count: number): Promise<string[]> {
  const folder = await mkdtemp(join(tmpdir(), 'giftlane-pictures-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const files = Array.from({ length: count }, (_, n) => join(folder, `card-${n}.jpg`));
  for (const file of files) await writeFile(file, await makePicture());
  return files;
}

for (const { name, start, isHere } of browsers) {
  describe.skipIf(!isHere)(name, () => {
    /** Someone with a browser of this look, which ends with the test. */
    const visit = async (look: Look): Promise<Person> => {
      const driver: Driver = await start(look);
      onTestFinished(() => driver.close());
      return personAt(driver, home);
    };

    test('someone signs up, verifies, redeems a gift card into the wallet, and buys with it', async () => {
      const shop = await shopAtHome();
      const voucher = await makeVoucher(shop);
      const card = await makeCard(shop);
      const vera = await visit(desk);
      await vera.open('/auth/signup');
      await vera.fill('First name', 'Vera');
      await vera.fill('Last name', 'Visitor');
      await vera.fill('Email', 'vera@example.com');
      await vera.choose('Country', 'US');
      await vera.choose('Currency', 'usd');
      await vera.fill('Password', 'a Kestrel over 7 larches');
      await vera.fill('Retype password', 'a Kestrel over 7 larches');
      await vera.click('button', 'Create account');
      // Who signs up is signed in.
      await vera.at(/^\/$/);
      await vera.open(await linkInMail(shop, 'vera@example.com', '/mail/verification'));
      await vera.at(/^\/mail\/verified$/);
      await vera.open('/');
      // A page that is still on its way would take the place of the next one.
      await vera.find('heading', /A gift card for everyone/);
      await vera.open('/account/wallet');
      await vera.click('button', 'Redeem');
      // One begins where one types.
      await vera.until(`document.activeElement?.tagName === 'INPUT'`);
      await vera.fill('Code', voucher.code);
      await vera.click('button', 'Check code');
      await vera.see('This card is worth $25.00.');
      await vera.fill('PIN', voucher.pin);
      await vera.run('document.isOld = true');
      await vera.click('button', 'Add to wallet');
      // The page loads itself anew.
      await vera.until('!document.isOld');
      await vera.see('$25.00');
      await vera.open(`/gift-cards/${card.brandId}`);
      await vera.click('button', 'Add to cart');
      await vera.see('1 code in cart');
      await vera.open('/account/cart');
      await vera.click('button', 'Checkout');
      await vera.at(/^\/account\/checkout\/success$/);
      await vera.click('button', /Reveal code/);
      await vera.until(
        `${JSON.stringify(card.codes)}.some((code) => document.body.innerText.includes(code))`,
      );
    });

    test('ROUTE-44 a page whose address is typed anew starts at its top, and Back keeps its place', async () => {
      await shopAtHome();
      const person = await visit(phone);
      await person.open('/faq');
      await person.find('heading', /./);
      await person.run('scrollTo(0, 600)');
      await person.open('/about-us');
      await person.find('heading', /./);
      await person.open('/faq');
      await person.until(`!document.getElementById('root').dataset.drawn`);
      expect(await person.run('scrollY')).toBe(0);
      await person.run('history.go(-2)');
      await person.until('scrollY === 600');
    });

    test('someone pays by card in the window of the provider', async () => {
      const shop = await shopAtHome();
      const anna = await makeMember(shop);
      const card = await makeCard(shop);
      const person = await visit(desk);
      await signedIn(person, anna.token);
      await person.open(`/gift-cards/${card.brandId}`);
      await person.click('button', 'Add to cart');
      await person.see('1 code in cart');
      await person.open('/account/cart');
      await person.click('button', 'Checkout');
      await person.at(/^\/account\/checkout$/);
      await person.click('button', 'Pay by sandbox card');
      await person.inNewWindow(() => person.click('button', 'Pay with sandbox card'));
      await person.at(/^\/account\/checkout\/success$/);
      await person.click('button', /Reveal code/);
      await person.until(
        `${JSON.stringify(card.codes)}.some((code) => document.body.innerText.includes(code))`,
      );
    });

    test('someone sells a card with three pictures, and shows who they are with four', async () => {
      const shop = await shopAtHome();
      const card = await makeBought(shop, { valueMinor: 50_00n });
      const anna = await makeMember(shop);
      const files = await pictures(7);
      const person = await visit(desk);
      await signedIn(person, anna.token);
      await person.open(`/sell-cards/${card.brandId}`);
      await person.click('button', 'Add $50');
      await person.click('button', 'Continue');
      const sides = ['Front of the card', 'Back of the card, code visible', 'Purchase receipt'];
      for (const side of sides) await person.attach(side, files.pop() ?? '');
      await person.until(
        `document.body.innerText.split('Uploaded').length === ${sides.length + 1}`,
      );
      await person.click('checkbox', /./);
      await person.click('button', 'Proceed');
      await person.find('radio', 'Wallet');
      await person.click('button', 'Proceed');
      await person.at(/^\/account\/orders$/);
      await person.see('Pending');

      await person.open('/account/kyc-submit');
      await person.fill('Address line 1', '7 Market Lane');
      await person.fill('Address line 2', 'Flat 3');
      await person.fill('City', 'Leeds');
      await person.fill('State', 'Yorkshire');
      await person.fill('Zip code', 'LS1 1AA');
      await person.date('Date of birth', '1990-05-31');
      await person.click('radio', 'Passport');
      await person.click('radio', 'Bank Statement');
      const papers = ['Identity card, front', 'Identity card, back', 'Proof of address', 'Selfie'];
      for (const paper of papers) await person.attach(paper, files.pop() ?? '');
      await person.until(
        `document.body.innerText.split('Uploaded').length === ${papers.length + 1}`,
      );
      await person.click('checkbox', /I accept the/);
      await person.click('button', 'Continue');
      await person.click('button', 'Next');
      await person.click('button', 'Next');
      await person.see('7 Market Lane');
      await person.click('button', 'Submit');
      await person.at(/^\/account\/profile$/);
      const rows = () => shop.db.rows(sql`select from kyc_submissions`);
      await expect.poll(async () => (await rows()).length).toBe(1);
    });

    test('without a network the shop opens, with what was seen of it and as who one is', async () => {
      const shop = await shopAtHome();
      const anna = await makeMember(shop, { walletMinor: 50_00n });
      const card = await makeCard(shop);
      const person = await visit(desk);
      await signedIn(person, anna.token);
      await person.open(`/gift-cards/${card.brandId}`);
      await person.click('button', 'Add to cart');
      await person.see('1 code in cart');
      await person.open('/account/cart');
      await person.click('button', 'Checkout');
      await person.at(/^\/account\/checkout\/success$/);
      await person.until('navigator.serviceWorker.controller !== null');
      // What was seen before the worker had begun is not kept.
      await person.open(`/gift-cards/${card.brandId}`);
      await person.find('heading', 'Nimbus');
      await person.open('/account/orders');
      await person.see('Nimbus');
      front.target = undefined;
      await person.reload();
      await person.see('Nimbus');
      expect(await person.run(`document.querySelector('header').innerText`)).not.toContain(
        'Sign in',
      );
      await person.open('/');
      await person.find('heading', /A gift card for everyone/);
      await person.open(`/gift-cards/${card.brandId}`);
      await person.find('heading', 'Nimbus');
      front.target = shop.url;
    });

    test('in the dark, on a phone of 390 px: pages fit, and the keyboard stops only where something can be done', async () => {
      const shop = await shopAtHome();
      await seedFilm(shop.db, shop.files.open);
      const anna = await makeMember(shop, { walletMinor: 50_00n });
      const card = await makeCard(shop);
      const person = await visit(phone);
      await signedIn(person, anna.token);
      for (const path of [
        '/',
        '/gift-cards',
        `/gift-cards/${card.brandId}`,
        '/account/wallet',
        '/account/orders',
        '/account/profile',
        '/faq',
      ]) {
        await person.open(path);
        await person.until(`document.querySelector('h1') !== null`);
        expect(await person.run(`document.documentElement.scrollWidth - innerWidth`), path).toBe(0);
        const paper: string = await person.run(`getComputedStyle(document.body).backgroundColor`);
        const darkest = Math.max(...(paper.match(/[\d.]+/g) ?? ['255']).slice(0, 3).map(Number));
        expect(darkest, `${path}: ${paper}`).toBeLessThan(80);
      }
      await person.open('/');
      await person.until(`document.querySelector('video') !== null`);
      const stops: string[] = [];
      for (let times = 0; times < 25; times += 1) {
        await person.press('Tab');
        stops.push(await person.run('document.activeElement?.tagName ?? ""'));
      }
      expect(stops).not.toContain('VIDEO');
      expect(new Set(stops).size).toBeGreaterThan(1);
    });
  });
}
