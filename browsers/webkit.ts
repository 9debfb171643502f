/** WebKit: GTK's small browser, over WebDriver, on a screen of its own. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { globSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Builder, Capabilities, Key, type WebDriver, type WebElement } from 'selenium-webdriver';
import { freePort } from '../tools/free-port.ts';
import { type Driver, finders, type Look } from './driver.ts';

export const webkitPaths = { driver: '/usr/bin/WebKitWebDriver', screen: '/usr/bin/Xvfb' };

/** Where Debian puts the small browser: below the folder of its architecture and version. */
export const miniBrowser = (): string | undefined =>
  globSync('/usr/lib/*/webkit2gtk-4.*/MiniBrowser').at(-1);

/** Its tool bar would not let the window be narrower than 447 px. */
const narrow = '* { min-width: 0; padding: 0; margin: 0; } headerbar, toolbar { font-size: 1px; }';

/** A screen in memory; answers its number once it is there. */
async function openScreen(): Promise<{ process: ChildProcess; display: string }> {
  const process = spawn(webkitPaths.screen, ['-displayfd', '1', '-screen', '0', '1400x1100x24'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const [line] = await once(process.stdout, 'data');
  return { process, display: `:${String(line).trim()}` };
}

/** Ends a process and waits until it has gone. */
async function end(process: ChildProcess): Promise<void> {
  if (process.exitCode !== null || process.signalCode !== null) return;
  const gone = once(process, 'exit');
  process.kill();
  await gone;
}

async function connect(url: string, binary: string): Promise<WebDriver> {
  const capabilities = new Capabilities({
    browserName: 'MiniBrowser',
    'webkitgtk:browserOptions': { binary, args: ['--automation'] },
  });
  for (let tries = 0; ; tries += 1) {
    try {
      return await new Builder().usingServer(url).withCapabilities(capabilities).build();
    } catch (error) {
      if (tries === 50 || !String(error).includes('ECONNREFUSED')) throw error;
      await sleep(100);
    }
  }
}

/** Makes the window so large that the page has the size. */
async function sizePage(driver: WebDriver, { width, height }: Look): Promise<void> {
  const window = driver.manage().window();
  let outer = { width, height };
  for (let tries = 0; ; tries += 1) {
    await window.setRect({ x: 0, y: 0, ...outer });
    const [w = 0, h = 0] = await driver.executeScript<number[]>('return [innerWidth, innerHeight]');
    if (w === width && h === height) return;
    if (tries === 5) throw new Error(`the page is ${w} by ${h}, not ${width} by ${height}`);
    outer = { width: outer.width + width - w, height: outer.height + height - h };
  }
}

/** WebKit's driver with a screen and a home of its own. */
async function openServer({ dark }: Look) {
  const home = await mkdtemp(join(tmpdir(), 'giftlane-webkit-'));
  for (const version of ['gtk-3.0', 'gtk-4.0']) {
    await mkdir(join(home, version));
    await writeFile(join(home, version, 'gtk.css'), narrow);
  }
  const screen = await openScreen();
  const port = await freePort();
  const places = { HOME: home, XDG_CONFIG_HOME: home, XDG_DATA_HOME: home, XDG_CACHE_HOME: home };
  const theme = dark ? 'Adwaita:dark' : 'Adwaita';
  const server = spawn(webkitPaths.driver, [`--port=${port}`], {
    stdio: 'ignore',
    env: { ...process.env, ...places, DISPLAY: screen.display, GTK_THEME: theme },
  });
  return {
    url: `http://127.0.0.1:${port}`,
    async close() {
      await end(server);
      await end(screen.process);
      await rm(home, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

/** Starts a WebKit of its own profile. */
export async function openWebkit(look: Look): Promise<Driver> {
  const binary = miniBrowser();
  if (!binary) throw new Error('there is no MiniBrowser');
  const server = await openServer(look);
  try {
    const driver = await connect(server.url, binary);
    await driver.manage().setTimeouts({ script: 20_000 });
    await sizePage(driver, look);
    return await driverOf(driver, server.close);
  } catch (error) {
    await server.close();
    throw error;
  }
}

async function driverOf(driver: WebDriver, closeServer: () => Promise<void>): Promise<Driver> {
  const first = await driver.getWindowHandle();
  const find = async (element: string) => {
    await driver.executeScript(finders);
    const found = await driver.executeScript<WebElement | null>(`return ${element}`);
    if (!found) throw new Error('it is not there');
    return found;
  };
  return {
    name: 'WebKit',
    open: (address) => driver.get(address),
    address: () => driver.getCurrentUrl(),
    back: () => driver.navigate().back(),
    reload: () => driver.navigate().refresh(),
    async run(expression) {
      await driver.executeScript(finders);
      return driver.executeAsyncScript(
        `const done = arguments[arguments.length - 1]; (async () => ${expression})().then(done);`,
      );
    },
    click: async (element) => (await find(element)).click(),
    async fill(element, words) {
      const found = await find(element);
      await found.clear();
      await found.sendKeys(words);
    },
    attach: async (element, file) => (await find(element)).sendKeys(file),
    press: (key) => driver.actions().sendKeys({ Tab: Key.TAB, Escape: Key.ESCAPE }[key]).perform(),
    async toNewWindow() {
      const other = (await driver.getAllWindowHandles()).find((one) => one !== first);
      if (!other) throw new Error('there is one window');
      await driver.switchTo().window(other);
    },
    toFirstWindow: () => driver.switchTo().window(first),
    picture: async () => Buffer.from(await driver.takeScreenshot(), 'base64'),
    async close() {
      await driver.quit().catch(() => undefined);
      await closeServer();
    },
  };
}
