/** The message catalogue: every string a person can read, one file per language. */
import english from './messages/en-US.json' with { type: 'json' };

export type TextKey = keyof typeof english;

/** The text of `key` with its `{placeholders}` filled from `facts`. */
export function text(key: TextKey, facts: Readonly<Record<string, unknown>> = {}): string {
  return english[key].replace(/\{(\w+)\}/g, (whole, name: string) =>
    name in facts ? String(facts[name]) : whole,
  );
}
