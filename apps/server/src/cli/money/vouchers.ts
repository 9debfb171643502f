/** `voucher create`. */
import { currencies, fromDecimalText, maxAmount, toWire } from '@giftlane/contract/money/money.ts';
import { createVouchers } from '../../features/wallet/wallet.ts';
import { type Command, WrongUsage } from '../command.ts';

const mostAtOnce = 10_000;

/** An amount as typed, in minor units. */
function amountOf(typed: string): bigint {
  const minor = fromDecimalText(typed);
  if (minor === undefined || minor <= 0n || toWire(minor) > maxAmount)
    throw new WrongUsage('--value is an amount above zero with at most two decimals.');
  return minor;
}

function countOf(typed: string): number {
  const count = /^\d{1,9}$/.test(typed) ? Number(typed) : 0;
  if (count < 1 || count > mostAtOnce)
    throw new WrongUsage(`--count is a whole number from 1 to ${mostAtOnce}.`);
  return count;
}

export const voucherCreate: Command = {
  words: 'voucher create',
  deed: true,
  flags: { value: 'needed', currency: 'needed', count: 'value' },
  usage:
    'voucher create --value V --currency C [--count N]\n                                           wallet vouchers; code and PIN are shown once',
  async run({ db, keys, by }, { values }) {
    const valueMinor = amountOf(values.get('value') ?? '');
    const currency = currencies.find((known) => known === values.get('currency')?.toLowerCase());
    if (!currency) throw new WrongUsage(`--currency is one of ${currencies.join(', ')}.`);
    const count = countOf(values.get('count') ?? '1');
    const printed = await createVouchers(db, { valueMinor, currency, count, keys, issuer: by });
    const json = printed.map((one) => ({ ...one, value: toWire(valueMinor), currency }));
    return { json, lines: printed.map(({ code, pin }) => `${code}  PIN ${pin}`) };
  },
};
