import { numberFormat } from '@giftlane/texts/locale.ts';

const format = numberFormat({});

/** A number with its thousands apart. */
export const count = (number: number): string => format.format(number);
