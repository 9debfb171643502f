/** Schemas of currencies, amounts and percents as the wire carries them. */

import { text } from '@giftlane/texts/text.ts';
import * as z from 'zod';
import { currencies, maxAmount } from './money.ts';

export const currencySchema = z.enum(currencies).meta({ description: 'Currency, lower case' });

const hasTwoDecimals = (value: number) => Number(value.toFixed(2)) === value;

/** An amount on the wire: major units, at most two decimals (OPEN-38). */
export const amountSchema = z
  .number()
  .min(0)
  .max(maxAmount)
  .refine(hasTwoDecimals, text('error.twoDecimals'))
  .meta({ description: 'Major units, at most two decimals', multipleOf: 0.01 });

/** An amount that may be negative, such as a discount in `aExtraCharges`. */
export const signedAmountSchema = z
  .number()
  .min(-maxAmount)
  .max(maxAmount)
  .refine(hasTwoDecimals, text('error.twoDecimals'))
  .meta({ description: 'Major units, at most two decimals, may be negative', multipleOf: 0.01 });

/** Percent on the wire: at most two decimals, 0 to 100. */
export const percentSchema = z
  .number()
  .min(0)
  .max(100)
  .refine(hasTwoDecimals, text('error.twoDecimals'))
  .meta({ description: 'Percent, at most two decimals' });
