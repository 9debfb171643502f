/**
 * How far a list was unrolled and how tall its shelves are, kept for the way back to it. Back from a brand
 * finds the list as tall as it was, so that the browser's place in it means the same as before; session
 * storage, so that a reload in between loses nothing.
 */
import {
  isCount,
  isFlag,
  isNumber,
  isText,
  listOf,
  objectOf,
} from '@giftlane/client/storage/shapes.ts';
import { shaped } from '@giftlane/client/storage/storage.ts';
import { session, sessionKeys } from '../../session/storage.ts';

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

const isLength = (value: unknown): value is number => isNumber(value) && value >= 0;

const isPlace = objectOf<Place>({
  entry: isText,
  list: isText,
  pages: (value): value is number => isCount(value) && value >= 1 && value <= pagesAtMost,
  heights: listOf((value): value is number => isLength(value) && value > 0),
  width: isLength,
  strip: isFlag,
});

export const arePlaces = listOf(isPlace);

const store = shaped(session, sessionKeys.places, arePlaces);
const read = (): readonly Place[] => store.read() ?? [];
const write = (places: readonly Place[]) => store.write(places.slice(0, most));

/** What is known of a list at an entry of the history. */
export function recallPlace(entry: string, list: string): Place | undefined {
  return read().find((place) => place.entry === entry && place.list === list);
}

/** Keeps a place; of the entries before, the last few. */
export function keepPlace(place: Place): void {
  const others = read().filter(({ entry }) => entry !== place.entry);
  write([place, ...others]);
}
