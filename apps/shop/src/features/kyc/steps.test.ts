import { expect, test } from 'vitest';
import { emptyForm } from './draft.ts';
import { missingWords, progressOf, steps, stepWords } from './steps.ts';

const full = {
  firstName: 'Anna',
  lastName: 'Archer',
  dob: '1990-05-31',
  address1: '7 Market Lane',
  address2: 'Flat 3',
  city: 'Leeds',
  state: 'Yorkshire',
  zipcode: 'LS1 1AA',
  country: 'GB',
  terms: 'accept',
  docFront: 'a',
  docBack: 'b',
  docAddress: 'c',
  docSelffie: 'd',
  typeOfId: 'Passport',
  typeOfAddress: 'Water Bill',
};

test('every field of the form belongs to exactly one step', () => {
  expect(steps.flatMap(({ fields }) => fields).toSorted()).toEqual(
    Object.keys(emptyForm).toSorted(),
  );
});

test('of an empty form all of the first step is missing, and the first few are named', () => {
  const { done, current, missing } = progressOf(emptyForm);
  expect(done).toEqual([false, false, false, false, false]);
  expect(current).toBe(0);
  expect(missingWords(missing)).toBe('Missing: first name, last name, date of birth and 6 more');
});

test('a step is done when all of it is right, and of the first that is not is said what is missing', () => {
  const { done, current, missing } = progressOf({ ...full, docBack: '', docSelffie: '' });
  expect(done).toEqual([true, false, true, false, false]);
  expect(stepWords(current)).toBe('Step 2 of 5: Identity card');
  expect(missingWords(missing)).toBe('Missing: back of the card');
});

test('what is filled in wrongly is missing, too: a birthday to come, a type nobody offers', () => {
  const { missing } = progressOf({ ...full, dob: '2999-01-01', typeOfId: 'Library Card' });
  expect(missing).toEqual(['dob']);
  expect(progressOf({ ...full, typeOfId: 'Library Card' }).missing).toEqual(['typeOfId']);
});

test('nothing is said of a form that is ready, and what is left is to send it', () => {
  const { done, current, missing } = progressOf(full);
  expect(done).toEqual([true, true, true, true, false]);
  expect(stepWords(current)).toBe('Step 5 of 5: Review and send');
  expect(missingWords(missing)).toBe('');
});
