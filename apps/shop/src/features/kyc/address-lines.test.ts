import { expect, test } from 'vitest';
import { addressLines } from './address-lines.ts';

const street = { address1: '12 Elm Street', address2: 'Flat 3' };

test.each([
  ['US', 'Portland', 'OR', '97201', ['Portland, OR 97201']],
  ['GB', 'Leeds', 'West Yorkshire', 'LS1 1AA', ['Leeds, West Yorkshire LS1 1AA']],
  ['DE', 'Berlin', 'Berlin', '10115', ['10115 Berlin', 'Berlin']],
])(
  'an address in %s has its postal code where that country writes it',
  (country, city, state, zipcode, place) => {
    const lines = addressLines({ ...street, country, city, state, zipcode });
    expect(lines.slice(0, -1)).toEqual(['12 Elm Street', 'Flat 3', ...place]);
  },
);

test('the country is named last, and a dash for no second line is left out', () => {
  const place = { country: 'FR', city: 'Lyon', state: 'Rhône', zipcode: '69001' };
  const lines = addressLines({ ...street, ...place, address2: '-' });
  expect(lines).toEqual(['12 Elm Street', '69001 Lyon', 'Rhône', 'France']);
});
