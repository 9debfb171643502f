import { expect, test } from 'vitest';
import { claimsOf, fresh, isPerson, personOf } from './google.ts';

const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
const token = (claims: object) => `${part({ alg: 'RS256' })}.${part(claims)}.signature`;
const secondsFromNow = (seconds: number) => Math.floor(Date.now() / 1000) + seconds;

test('AUTH-21: what an ID token says of a person, in any script', () => {
  const idToken = token({ sub: '7', given_name: 'Søren', family_name: '李', email: 's@x.example' });
  expect(personOf(idToken)).toEqual({
    sFirstName: 'Søren',
    sLastName: '李',
    sEmail: 's@x.example',
    sGoogleId: '7',
    sGoogleToken: idToken,
  });
});

test.each(['', 'a', 'a.b.c', '..', `x.${part([])}.y`])('no claims are read from %j', (text) => {
  expect(personOf(text)).toMatchObject({ sEmail: '', sGoogleId: '' });
  expect(claimsOf(text).sub).toBeUndefined();
});

test('AUTH-21: a kept person comes back whole, without a token that is too old', () => {
  const known = personOf(token({ sub: '7', exp: secondsFromNow(60) }));
  const stale = personOf(token({ sub: '7', exp: secondsFromNow(-1) }));
  expect(fresh(known)).toEqual(known);
  expect(fresh(stale)).toEqual({ ...stale, sGoogleToken: '' });
  expect([known, { sEmail: 'a' }].map(isPerson)).toEqual([true, false]);
});
