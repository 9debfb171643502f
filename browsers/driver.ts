/**
 * A browser as the journeys need it, whoever makes it. What is found on a page is found by the same code in each:
 * Testing Library, put into the page, which looks by role and name as a screen reader does.
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

/** How a browser is started. */
export interface Look {
  readonly width: number;
  readonly height: number;
  readonly dark: boolean;
}

/** What a browser can do. Elements are named by an expression that a page evaluates to one, or to null. */
export interface Driver {
  readonly name: string;
  open(address: string): Promise<void>;
  address(): Promise<string>;
  back(): Promise<void>;
  reload(): Promise<void>;
  /** The value of an expression, which has to be of JSON; a promise is awaited. */
  run<T>(expression: string): Promise<T>;
  /** Each of these fails while the element is not there or can not be used, as one that something lies over. */
  click(element: string): Promise<void>;
  /** Puts words into an emptied field, key by key. */
  fill(element: string, words: string): Promise<void>;
  attach(element: string, file: string): Promise<void>;
  press(key: 'Tab' | 'Escape'): Promise<void>;
  /** Goes to the window that opened; fails while there is none. */
  toNewWindow(): Promise<void>;
  toFirstWindow(): Promise<void>;
  /** A picture of the window as PNG. */
  picture(): Promise<Buffer>;
  close(): Promise<void>;
}

const library = readFileSync(
  createRequire(import.meta.url).resolve('@testing-library/dom/dist/@testing-library/dom.umd.js'),
  'utf8',
);

/** The script that gives a page what elements are found by. It runs beside the page's own and changes nothing of it. */
export const finders = `if (!window.TestingLibraryDom) { (function () { ${library} }).call(window); }`;
