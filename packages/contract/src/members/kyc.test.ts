import { afterEach, expect, test, vi } from 'vitest';

afterEach(() => {
  vi.unstubAllEnvs();
  vi.resetModules();
});

test('OPEN-64: the types of documents are the same on the wire in every language', async () => {
  vi.resetModules();
  vi.stubEnv('LOCALE', 'en-XA');
  const { addressTypes, idTypes } = await import('./kyc.ts');
  expect(idTypes).toEqual(['Drivers Licence', 'State Card', 'Passport']);
  expect(addressTypes).toEqual([
    'Water Bill',
    'Utility Bill',
    'Phone Bill',
    'Credit Card Statement',
    'Bank Statement',
    'Other',
  ]);
});
