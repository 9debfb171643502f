/** A postal address as its country writes it. */
import { countryOf } from '../../rooms/people/countries.ts';
import type { KycForm } from './draft.ts';

/** Where the postal code stands before the city, and the region on a line of its own. */
const codeFirst = new Set(
  'AD AL AR AT AX BA BE BG CH CL CR CZ DE DK DZ EE ES FI FO FR GE GL GP GR HR HT HU IL IS IT LI LT LU MA MC MD ME MK MQ MX MY NL NO PL PT PY RE RO RS SE SI SK SM TN TR UY VA'.split(
    ' ',
  ),
);

type Address = Pick<KycForm, 'address1' | 'address2' | 'city' | 'state' | 'zipcode' | 'country'>;

export function addressLines(address: Address): string[] {
  const { address1, address2, city, state, zipcode, country } = address;
  const place = codeFirst.has(country)
    ? [`${zipcode} ${city}`, state]
    : [`${city}, ${state} ${zipcode}`];
  // The form asks for a dash where there is nothing to add.
  const more = /[\p{L}\p{N}]/u.test(address2) ? [address2] : [];
  return [address1, ...more, ...place, countryOf(country)?.label ?? country];
}
