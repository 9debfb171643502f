/**
 * How far a list was unrolled and how tall its shelves are, kept for the way back to it. Back from a brand
 * finds the list as tall as it was, so that the browser's place in it means the same as before; session
 * storage, so that a reload in between loses nothing.
 */
import { parseStored, session, sessionKeys } from '../lib/storage.ts';

export interface Place {
  /** The entry of the history. */
  entry: string;
  /** Which list: its filter and currency. */
  list: string;
  pages: number;
  /** Heights of the shelves, in pixels, as far as they are known. */
  heights: readonly number[];
  /** The list's width those heights hold for. */
  width: number;
  /** Whether the strip of brands looked at before stood above it. */
  strip: boolean;
}

const most = 5;
const pagesAtMost = 1_000;

const isNumber = (value: unknown) => typeof value === 'number' && value >= 0;
const isHeight = (value: unknown) => typeof value === 'number' && value > 0;

const isPlace = (value: unknown): value is Place =>
  typeof value === 'object' &&
  value !== null &&
  'entry' in value &&
  typeof value.entry === 'string' &&
  'list' in value &&
  typeof value.list === 'string' &&
  'pages' in value &&
  Number.isInteger(value.pages) &&
  Number(value.pages) >= 1 &&
  Number(value.pages) <= pagesAtMost &&
  'heights' in value &&
  Array.isArray(value.heights) &&
  value.heights.every(isHeight) &&
  'width' in value &&
  isNumber(value.width) &&
  'strip' in value &&
  typeof value.strip === 'boolean';

const arePlaces = (value: unknown): value is Place[] =>
  Array.isArray(value) && value.every(isPlace);

/** The stored text as places; none when it is damaged. */
export const placesOf = (text: string | null): readonly Place[] =>
  parseStored(text, arePlaces) ?? [];

const read = () => placesOf(session.read(sessionKeys.places));
const write = (places: readonly Place[]) =>
  session.write(sessionKeys.places, JSON.stringify(places.slice(0, most)));

/** The router's name for the entry a visit begins with. */
const firstEntry = 'default';

// That name is the same for every visit: an address that was typed anew is not the one of before.
const [load] = performance.getEntriesByType('navigation');
if (load && 'type' in load && load.type === 'navigate') {
  write(read().filter(({ entry }) => entry !== firstEntry));
}

/** What is known of a list at an entry of the history. */
export function recallPlace(entry: string, list: string): Place | undefined {
  return read().find((place) => place.entry === entry && place.list === list);
}

/** Keeps a place; of the entries before, the last few. */
export function keepPlace(place: Place): void {
  const others = read().filter(({ entry }) => entry !== place.entry);
  write([place, ...others]);
}
