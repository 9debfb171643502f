/**
 * Type guards for stored values, which an older release may have written. `objectOf` needs a guard for every field of the
 * type, so that a new field does not compile without one. The schema library would be forty times as large (docs/decisions/0014).
 */
export type IsShape<T> = (value: unknown) => value is T;

export const isText = (value: unknown): value is string => typeof value === 'string';
export const isFlag = (value: unknown): value is boolean => typeof value === 'boolean';
export const isNumber = (value: unknown): value is number => Number.isFinite(value);
export const isCount = (value: unknown): value is number =>
  Number.isInteger(value) && Number(value) >= 0;
/** A date that `Date` can parse. */
export const isTime = (value: unknown): value is string =>
  isText(value) && !Number.isNaN(Date.parse(value));

/** One of these strings. */
export const oneOf =
  <T extends string>(words: readonly T[]): IsShape<T> =>
  (value): value is T =>
    words.some((word) => word === value);

/** A value of `isIt`, or this other value. */
export const or =
  <T, U extends null | undefined>(isIt: IsShape<T>, other: U): IsShape<T | U> =>
  (value): value is T | U =>
    value === other || isIt(value);

export const listOf =
  <T>(isOne: IsShape<T>): IsShape<T[]> =>
  (value): value is T[] =>
    Array.isArray(value) && value.every(isOne);

/** An object with at least these fields. */
export const objectOf =
  <T extends object>(fields: { readonly [K in keyof T]-?: IsShape<T[K]> }): IsShape<T> =>
  (value): value is T =>
    typeof value === 'object' &&
    value !== null &&
    Object.entries<IsShape<unknown>>(fields).every(([name, isIt]) =>
      isIt(Reflect.get(value, name)),
    );
