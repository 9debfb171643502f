import { countryOf } from '../../rooms/people/countries.ts';
import type { KycFields } from './draft.ts';

/** Countries that write the postal code before the city, and the region on its own line. */
const codeFirst = new Set(
  'AD AL AR AT AX BA BE BG CH CL CR CZ DE DK DZ EE ES FI FO FR GE GL GP GR HR HT HU IL IS IT LI LT LU MA MC MD ME MK MQ MX MY NL NO PL PT PY RE RO RS SE SI SK SM TN TR UY VA'.split(
    ' ',
  ),
);

type Address = Pick<KycFields, 'address1' | 'address2' | 'city' | 'state' | 'zipcode' | 'country'>;

/** The lines of a postal address in the order of its country. */
export function addressLines(address: Address): string[] {
  const { address1, address2, city, state, zipcode, country } = address;
  const place = codeFirst.has(country)
    ? [`${zipcode} ${city}`, state]
    : [`${city}, ${state} ${zipcode}`];
  // Members type a dash where the form asks for a second line they do not have.
  const more = /[\p{L}\p{N}]/u.test(address2) ? [address2] : [];
  return [address1, ...more, ...place, countryOf(country)?.label ?? country];
}
