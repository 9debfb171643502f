/** Reads the body of POST /v2/checkout/orders, refusing what PayPal would refuse. */
import { currencies, fromDecimalText } from '@giftlane/contract/money/money.ts';
import type { Money } from './book.ts';
import { malformed, unprocessable } from './problems.ts';

export interface CreateRequest {
  readonly amount: Money;
  readonly referenceId: string;
  readonly customId?: string;
  readonly invoiceId?: string;
  readonly description?: string;
  readonly brandName?: string;
  readonly returnUrl?: string;
  readonly cancelUrl?: string;
}

type Fields = Readonly<Record<string, unknown>>;

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const fieldsOf = (value: unknown): Fields => (isFields(value) ? value : {});

const required = (field: string) =>
  malformed(field, 'MISSING_REQUIRED_PARAMETER', 'A required field / parameter is missing.');

function optionalText(fields: Fields, name: string, path: string, max: number): string | undefined {
  const value = fields[name];
  if (value === undefined || value === null) return undefined;
  if (typeof value !== 'string' || value.length < 1 || value.length > max)
    throw malformed(
      `${path}/${name}`,
      'INVALID_STRING_LENGTH',
      'The value of a field is either too short or too long.',
    );
  return value;
}

/** An amount in one of the shop's currencies, above zero, with at most two decimals. */
export function readMoney(value: unknown, path: string): Money {
  const { currency_code: currency, value: amount } = fieldsOf(value);
  if (typeof currency !== 'string') throw required(`${path}/currency_code`);
  if (typeof amount !== 'string') throw required(`${path}/value`);
  if (!currencies.some((known) => known.toUpperCase() === currency))
    throw unprocessable('CURRENCY_NOT_SUPPORTED', 'Currency code is not currently supported.', {
      field: `${path}/currency_code`,
      value: currency,
    });
  if (!/^-?\d{1,10}(\.\d+)?$/.test(amount))
    throw malformed(`${path}/value`, 'INVALID_PARAMETER_SYNTAX', 'The value is not an amount.');
  if (Number(amount) <= 0)
    throw unprocessable(
      'CANNOT_BE_ZERO_OR_NEGATIVE',
      'Must be greater than zero. If the currency supports decimals, only two decimal place precision is supported.',
      { field: `${path}/value`, value: amount },
    );
  if (fromDecimalText(amount) === undefined)
    throw unprocessable(
      'DECIMAL_PRECISION',
      'If the currency supports decimals, only two decimal place precision is supported.',
      { field: `${path}/value`, value: amount },
    );
  return { currency_code: currency, value: amount };
}

const withoutGaps = (fields: Readonly<Record<string, string | undefined>>) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));

/** The one purchase unit and where the buyer returns to. */
export function readCreateRequest(body: unknown): CreateRequest {
  const given = fieldsOf(body);
  if (given.intent === undefined) throw required('/intent');
  if (given.intent !== 'CAPTURE')
    throw unprocessable('INTENT_NOT_SUPPORTED', 'This sandbox knows the intent CAPTURE only.');
  const units = Array.isArray(given.purchase_units) ? given.purchase_units : [];
  if (units.length === 0) throw required('/purchase_units');
  if (units.length > 1)
    throw unprocessable('MULTIPLE_UNITS_NOT_SUPPORTED', 'This sandbox takes one purchase unit.');
  const unit = fieldsOf(units[0]);
  const path = '/purchase_units/@reference_id==default';
  const context = {
    ...fieldsOf(given.application_context),
    ...fieldsOf(fieldsOf(fieldsOf(given.payment_source).paypal).experience_context),
  };
  return {
    amount: readMoney(unit.amount, `${path}/amount`),
    referenceId: optionalText(unit, 'reference_id', path, 256) ?? 'default',
    ...withoutGaps({
      customId: optionalText(unit, 'custom_id', path, 255),
      invoiceId: optionalText(unit, 'invoice_id', path, 127),
      description: optionalText(unit, 'description', path, 127),
      brandName: optionalText(context, 'brand_name', '/application_context', 127),
      returnUrl: optionalText(context, 'return_url', '/application_context', 2000),
      cancelUrl: optionalText(context, 'cancel_url', '/application_context', 2000),
    }),
  };
}
