/** Fills the placeholders of a message. Bundled into the pages, where `text('key')` is inlined at build time. */
import { locale } from './locale.ts';

/** Values of a message's placeholders; amounts and dates are formatted by the caller. */
export type Facts = Readonly<Record<string, unknown>>;

let rules: Intl.PluralRules | undefined;

/**
 * Replaces `{name}` by a fact and `{name, plural, one {# card} other {# cards}}` by the form of the language's
 * plural category (Unicode CLDR; ICU MessageFormat has the syntax), with the number for `#`.
 */
export function fill(message: string, facts: Facts): string {
  return message.replace(
    /\{(\w+)(?:, plural,((?: \w+ \{[^{}]*\})+))?\}/g,
    (whole, name: string, forms?: string) => {
      const fact = facts[name];
      if (fact === undefined) return whole;
      if (forms === undefined) return String(fact);
      rules ??= new Intl.PluralRules(locale);
      const category = rules.select(Number(fact));
      const found = new Map(
        [...forms.matchAll(/(\w+) \{([^{}]*)\}/g)].map(([, k, form]) => [k, form]),
      );
      return (found.get(category) ?? found.get('other') ?? '').replaceAll('#', String(fact));
    },
  );
}
