/** Firefox, over WebDriver BiDi. */
import { launch, type Page } from 'puppeteer-core';
import { type Driver, finders, type Look } from './driver.ts';

export const firefoxPath = '/usr/bin/firefox-esr';

type Field = Extract<Awaited<ReturnType<Page['$']>>, object>;

/** Starts a Firefox of its own profile. */
export async function openFirefox({ width, height, dark }: Look): Promise<Driver> {
  const browser = await launch({
    browser: 'firefox',
    executablePath: firefoxPath,
    headless: true,
    extraPrefsFirefox: {
      'ui.systemUsesDarkTheme': dark ? 1 : 0,
      // Scroll bars that lie over the page, as on a phone: others take 12 px of it.
      'ui.useOverlayScrollbars': 1,
      'dom.disable_open_during_load': true,
    },
  });
  let [page] = await browser.pages();
  if (!page) page = await browser.newPage();
  const first = page;
  let current: Page = first;
  await first.setViewport({ width, height });

  const run = async <T>(expression: string): Promise<T> => {
    await current.evaluate(finders);
    return (await current.evaluate(expression)) as T;
  };
  const find = async (element: string) => {
    await current.evaluate(finders);
    const found = (await current.evaluateHandle(element)).asElement();
    if (!found) throw new Error('it is not there');
    return found as Field;
  };
  return {
    name: 'Firefox',
    open: async (address) => void (await current.goto(address, { waitUntil: 'domcontentloaded' })),
    address: async () => current.url(),
    back: async () => void (await current.goBack({ waitUntil: 'domcontentloaded' })),
    reload: async () => void (await current.reload({ waitUntil: 'domcontentloaded' })),
    run,
    async click(element) {
      const over = await run<string>(`(() => {
        const one = ${element};
        if (!one) return 'nothing: it is not there';
        const { left, top, width, height } = one.getBoundingClientRect();
        const hit = one.getRootNode().elementFromPoint(left + width / 2, top + height / 2);
        return hit && (one.contains(hit) || hit.contains(one)) ? '' : String(hit?.outerHTML);
      })()`);
      if (over) throw new Error(`over it lies ${over.slice(0, 200)}`);
      await (await find(element)).click();
    },
    async fill(element, words) {
      await (await find(element)).focus();
      await run('document.activeElement.select()');
      await current.keyboard.press('Backspace');
      await current.keyboard.type(words);
    },
    attach: async (element, file) => (await find(element)).uploadFile(file),
    press: (key) => current.keyboard.press(key),
    async toNewWindow() {
      const other = (await browser.pages()).find((one) => one !== first);
      if (!other) throw new Error('there is one window');
      current = other;
    },
    async toFirstWindow() {
      current = first;
      await first.bringToFront();
    },
    picture: async () => Buffer.from(await current.screenshot()),
    close: () => browser.close(),
  };
}
