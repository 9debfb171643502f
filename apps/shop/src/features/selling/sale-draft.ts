/** What was entered of a sale, by the words it is kept in: cards and ways of payment by their ids. */
import { draftsOf } from '../../lib/drafts.ts';
import { sessionKeys } from '../../lib/storage.ts';
import { type Pictures, pictureNames } from './sell-state.ts';

export interface SaleDraft {
  /** What it was entered for: in another currency it means nothing. */
  readonly place: string;
  readonly cardId: string;
  readonly quantity: number;
  readonly price: string;
  readonly pictures: Pictures;
  readonly terms: boolean;
  readonly gateway: string;
  readonly reached: number;
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

const isPictures = (value: unknown): value is Pictures =>
  isObject(value) &&
  pictureNames.every((name) => value[name] === null || typeof value[name] === 'string');

const isSaleDraft = (value: unknown): value is SaleDraft =>
  isObject(value) &&
  ['place', 'cardId', 'price', 'gateway'].every((name) => typeof value[name] === 'string') &&
  ['quantity', 'reached'].every((name) => Number.isInteger(value[name])) &&
  typeof value.terms === 'boolean' &&
  isPictures(value.pictures);

export const saleDrafts = draftsOf(sessionKeys.sale, isSaleDraft);
