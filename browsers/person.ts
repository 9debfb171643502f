/** A person at a browser: what is not there yet is waited for, as people do. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Driver } from './driver.ts';

type Role = 'button' | 'checkbox' | 'heading' | 'link' | 'radio' | 'textbox' | 'spinbutton';

/** By these words, whole, or by what fits. */
type Words = string | RegExp;

const patienceMs = 30_000;
const againMs = 100;

/** An expression for words: a label is whole, of anything else a part is enough. */
const written = (words: Words) => (typeof words === 'string' ? JSON.stringify(words) : `${words}`);
const part = (words: Words) =>
  typeof words === 'string' ? `(name) => name.includes(${written(words)})` : `${words}`;

/**
 * Of several the first that one sees: pages may have the same button at their top and at their end. The payment
 * provider's button stands in a tree of its own.
 */
const firstSeen = (search: string) => `(() => {
  const T = window.TestingLibraryDom;
  const own = [...document.querySelectorAll('div')].flatMap((one) => one.shadowRoot ?? []);
  const seen = (one) => one.checkVisibility({ visibilityProperty: true }) && !one.disabled;
  const first = [document.body, ...own].flatMap((place) => T.${search}).find(seen) ?? null;
  // To the middle: at the window's edges something may lie over it.
  first?.scrollIntoView({ block: 'center', behavior: 'instant' });
  return first;
})()`;

const byRole = (role: Role | 'group', name: Words) =>
  firstSeen(`queryAllByRole(place, '${role}', { name: ${part(name)} })`);
const byLabel = (label: Words) => firstSeen(`queryAllByLabelText(place, ${written(label)})`);

export interface Person extends Pick<Driver, 'back' | 'reload' | 'press' | 'picture' | 'run'> {
  readonly browser: string;
  /** Goes to a path of the shop. */
  open(path: string): Promise<void>;
  click(role: Role, name: Words): Promise<void>;
  fill(label: Words, words: string): Promise<void>;
  choose(label: Words, value: string): Promise<void>;
  /** Sets a day, such as 1990-05-31: each browser has another way to type one. */
  date(label: Words, day: string): Promise<void>;
  /** Puts a file into the field of a group of that name. */
  attach(group: Words, file: string): Promise<void>;
  /** Waits until these words are on the page. */
  see(words: Words): Promise<void>;
  /** Waits until a thing of that role and name is there. */
  find(role: Role, name: Words): Promise<void>;
  /** Waits until the address of the page fits. */
  at(path: RegExp): Promise<void>;
  /** Does something in the window that opens, and comes back. */
  inNewWindow(deed: () => Promise<void>): Promise<void>;
  /** Waits until an expression holds on the page. */
  until(expression: string): Promise<void>;
}

/** Someone who stands at `home` in front of a browser. */
export function personAt(driver: Driver, home: string): Person {
  /** Does something again and again until it succeeds. */
  const patiently = async (what: string, deed: () => Promise<void>) => {
    const endMs = Date.now() + patienceMs;
    for (;;) {
      try {
        return await deed();
      } catch (cause) {
        if (Date.now() < endMs) await sleep(againMs);
        else {
          const page = await driver.run<string>('document.body.innerText').catch(String);
          const at = await driver.address();
          throw new Error(`${driver.name}: ${what}, at ${at}:\n${page}`, { cause });
        }
      }
    }
  };
  const holds = async (expression: string) => {
    if (!(await driver.run<boolean>(`Boolean(${expression})`))) throw new Error('it does not hold');
  };
  /** Gives a field a value as its own controls do, which a script can not press. */
  const set = (label: Words, value: string, kind: string) =>
    patiently(`no ${value} for ${label}`, () =>
      holds(`(() => {
        const field = ${byLabel(label)};
        if (!field) return false;
        const { set } = Object.getOwnPropertyDescriptor(${kind}.prototype, 'value');
        set.call(field, ${written(value)});
        for (const name of ['input', 'change']) field.dispatchEvent(new Event(name, { bubbles: true }));
        return field.value === ${written(value)};
      })()`),
    );
  return {
    browser: driver.name,
    back: driver.back,
    reload: driver.reload,
    press: driver.press,
    picture: driver.picture,
    run: driver.run,
    async open(path) {
      await driver.open(new URL(path, home).href);
      // Who goes on as soon as the words are there has seen a page that never began.
      await patiently('the page is not taken over', () =>
        holds(`!document.querySelector('#root[data-drawn]')`),
      );
    },
    click: (role, name) =>
      patiently(`no ${role} ${name} to press`, () => driver.click(byRole(role, name))),
    fill: (label, words) =>
      patiently(`no field ${label}`, () => driver.fill(byLabel(label), words)),
    choose: (label, value) => set(label, value, 'HTMLSelectElement'),
    date: (label, day) => set(label, day, 'HTMLInputElement'),
    attach: (group, file) =>
      patiently(`no field for a file of ${group}`, () =>
        driver.attach(`${byRole('group', group)}?.querySelector('input[type=file]')`, file),
      ),
    see: (words) =>
      patiently(`no words ${words}`, () =>
        holds(`(() => {
          const words = ${written(words)};
          const text = document.body.innerText;
          return typeof words === 'string' ? text.includes(words) : words.test(text);
        })()`),
      ),
    find: (role, name) =>
      patiently(`no ${role} ${name}`, () => holds(`${byRole(role, name)} !== null`)),
    at: (path) =>
      patiently(`not at ${path}`, async () => {
        if (!path.test(new URL(await driver.address()).pathname)) throw new Error('elsewhere');
      }),
    async inNewWindow(deed) {
      await patiently('no other window', driver.toNewWindow);
      await deed();
      await driver.toFirstWindow();
    },
    until: (expression) => patiently(`never ${expression}`, () => holds(expression)),
  };
}
