/**
 * Positions in long lists, per history entry, in session storage so that they survive a reload. With the list as tall as
 * it was, the browser's own scroll restoration finds the same place.
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

export interface ListPosition {
  /** Key of the history entry. */
  entry: string;
  /** Filter and currency of the list. */
  list: string;
  pages: number;
  /** Heights of the shelves, in pixels, as far as they are known. */
  heights: readonly number[];
  /** Width of the list at which the heights were measured. */
  width: number;
  /** True when the strip of viewed brands was above the list. */
  strip: boolean;
}

const maxPositions = 5;
const maxPages = 1_000;

const isLength = (value: unknown): value is number => isNumber(value) && value >= 0;

const isPosition = objectOf<ListPosition>({
  entry: isText,
  list: isText,
  pages: (value): value is number => isCount(value) && value >= 1 && value <= maxPages,
  heights: listOf((value): value is number => isLength(value) && value > 0),
  width: isLength,
  strip: isFlag,
});

export const arePositions = listOf(isPosition);

const store = shaped(session, sessionKeys.places, arePositions);
const read = (): readonly ListPosition[] => store.read() ?? [];

/** The stored position in a list at a history entry. */
export const readPosition = (entry: string, list: string): ListPosition | undefined =>
  read().find((position) => position.entry === entry && position.list === list);

/** Stores a position; the oldest entries are dropped. */
export function storePosition(position: ListPosition): void {
  const others = read().filter(({ entry }) => entry !== position.entry);
  store.write([position, ...others].slice(0, maxPositions));
}
