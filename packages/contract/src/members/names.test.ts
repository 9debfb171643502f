import { text } from '@giftlane/texts/text.ts';
import { describe, expect, test } from 'vitest';
import { emailSchema, loginSchema, newPasswordSchema, registrationSchema } from './accounts.ts';
import { fullNameOf } from './names.ts';
import { profileSchema } from './profile.ts';

const saidOf = (sFirstName: string, sLastName: string, sFullName?: string) => {
  const named = { sFirstName, sLastName, ...(sFullName !== undefined && { sFullName }) };
  const oCountry = { value: 'DE', label: 'Germany' };
  const read = profileSchema.safeParse({ ...named, sEmail: 'a@b.example', oCountry });
  if (!read.success) return read.error.issues[0]?.message;
  return [read.data.sFirstName, read.data.sLastName];
};

describe('PROF-07, PROF-08 names', () => {
  test.each([
    ['Gift', 'Laney', ['Gift', 'Laney']],
    ['Gift Laney', 'Lanes', ['Gift Laney', 'Lanes']],
    ['\u200eAn\u200bna\ufeff', '\u00a0Archer\u2028', ['Anna', 'Archer']],
    ['Ame\u0301lie', '\u202eNoe\u0308l\u202c', ['Amélie', 'Noël']],
    ['Anna\nMaria', 'van\u00a0\u00a0Aa', ['Anna Maria', 'van Aa']],
    ['می\u200cخواهم', 'نژاد', ['می\u200cخواهم', 'نژاد']],
    ['Suharto', '-', ['Suharto', '-']],
    ['小明', '王', ['小明', '王']],
    ['Mary.Jo', 'St.John', ['Mary.Jo', 'St.John']],
    ['J.R.R.', 'Tolkien Jr.', ['J.R.R.', 'Tolkien Jr.']],
    ['-', 'Suharto', text('auth.name.unreadable')],
    ['\u3164', 'Archer', text('auth.firstName.required')],
    ['\u200b', 'Archer', text('auth.firstName.required')],
  ])('%j %j are taken, cleaned of pasted signs', (first, last, expected) => {
    expect(saidOf(first, last)).toEqual(expected);
  });

  test.each([
    ['Giftlane', 'Support'],
    ['Gіftlane', 'Support'], // Cyrillic і
    ['GIFT', 'LANE'],
    ['G i f t', 'l a n e'],
    ['Ｇｉｆｔｌａｎｅ', 'Team'],
    ['𝐆𝐢𝐟𝐭𝐥𝐚𝐧𝐞', 'Team'],
    ['Gïftlāne', 'Team'],
    ['GІFΤLАΝЕ', 'Team'],
    ['G1ft1ane', 'Team'],
    ['Gift\u200blane', 'Team'],
    ['Gift-Lane', 'Team'],
    ['MyGiftlaneTeam', 'X'],
  ])('nobody passes for the shop as %s %s', (first, last) => {
    expect(saidOf(first, last)).toBe(text('auth.name.shops'));
    expect(saidOf('Anna', 'Archer', `${first} ${last}`)).toBe(text('auth.name.shops'));
  });

  test.each([
    'https://evil.example',
    'www.evil',
    'evil.com',
    'Win at Evil.RU now',
    'evil。com',
    'anna@evil.co.uk',
    'ｅｖｉｌ．ｎｅｔ',
  ])('%s is a web address and no name', (address) => {
    expect(saidOf(address, 'Archer')).toBe(text('auth.name.address'));
    expect(saidOf('Anna', 'Archer', `Anna ${address}`)).toBe(text('auth.name.address'));
  });

  test('one name alone is the whole name', () => {
    expect([fullNameOf('Suharto', '-'), fullNameOf('Anna', 'Archer')]).toEqual([
      'Suharto',
      'Anna Archer',
    ]);
  });
});

describe('AUTH-02, AUTH-03 e-mail addresses', () => {
  test.each([
    ['anna+shop@example.com', 'anna+shop@example.com'],
    ["o'brien!#$%&*/=?^`{|}~@example.com", "o'brien!#$%&*/=?^`{|}~@example.com"],
    ['Anna.B@EXAMPLE.com', 'Anna.B@EXAMPLE.com'],
    ['anna@münchen.de', 'anna@xn--mnchen-3ya.de'],
    ['anna@пример.рф', 'anna@xn--e1afmkfd.xn--p1ai'],
    ['anna@xn--e1afmkfd.xn--p1ai', 'anna@xn--e1afmkfd.xn--p1ai'],
    ['\u200eanna@example.com\u00a0', 'anna@example.com'],
    ['ａｎｎａ＠ｅｘａｍｐｌｅ．ｃｏｍ', 'anna@example.com'],
  ])('%s is one', (typed, email) => {
    expect(emailSchema.parse(typed)).toBe(email);
    expect(loginSchema.parse({ sEmail: typed, sPassword: 'x' }).sEmail).toBe(email);
  });

  test.each([
    'anna',
    'anna@localhost',
    'anna@1.2.3.4',
    'anna@example.com:80',
    'anna@exa mple.com',
    'an na@example.com',
    'anna..b@example.com',
    '.anna@example.com',
    'anna@-example.com',
    'anna@example..com',
    'anna@example.com/x',
    'änna@example.com',
    `${'a'.repeat(65)}@example.com`,
  ])('%s is none', (typed) => {
    expect(emailSchema.safeParse(typed).error?.issues[0]?.message).toBe(text('auth.email.invalid'));
  });
});

test.each(['Ännchen-7', 'éÉ345678', 'ЖелезоБетон7', 'ΑΒγδεζη1'])(
  'AUTH-13 %s has a capital, a small letter and a figure, of whatever script',
  (password) => expect(newPasswordSchema.parse(password)).toBe(password),
);

test('a number is taken as people write it down', () => {
  const { sMobileNumber } = registrationSchema.shape;
  for (const typed of [
    '0171/123 45-67',
    '+49 (171) 1234567',
    '0171\u00a01234567',
    '０１７１1234567',
  ])
    expect(sMobileNumber.safeParse(typed).success).toBe(true);
  expect(sMobileNumber.safeParse('call me').success).toBe(false);
});
