interface Surroundings {
  document?: { documentElement: { lang: string } };
  process?: { env: Record<string, string | undefined> };
}
const { document, process }: Surroundings = globalThis as Surroundings;

/** The language of the shop, as a BCP 47 tag: `lang` of the page in a browser, else `LOCALE` of the process. */
export const locale: string = document?.documentElement.lang || process?.env.LOCALE || 'en-US';

/** The folder of an application's build in a language. */
export const folderOf = (locale: string): string =>
  locale === 'en-US' ? 'dist' : `dist-${locale}`;

const numbers = new Map<string, Intl.NumberFormat>();

/** A number format of the shop's language; formats are cached, as making one is slow. */
export function numberFormat(options: Intl.NumberFormatOptions = {}): Intl.NumberFormat {
  const key = JSON.stringify(options);
  const known = numbers.get(key);
  if (known) return known;
  const format = new Intl.NumberFormat(locale, options);
  numbers.set(key, format);
  return format;
}

/** A date format of the shop's language. */
export const dateFormat = (options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat =>
  new Intl.DateTimeFormat(locale, options);
