/** Default messages of validation: the catalogue's texts instead of the library's. Each key is written out, so that pages load these alone. */

import { text } from '@giftlane/texts/text.ts';
import type * as z from 'zod';

const kinds: Readonly<Record<string, string>> = {
  string: text('error.notText'),
  number: text('error.notNumber'),
  int: text('error.notWhole'),
  boolean: text('error.notBoolean'),
  array: text('error.notList'),
};

type Size = number | bigint;
interface SizeWords {
  most(max: Size): string;
  least(min: Size): string;
}
const numberSizes: SizeWords = {
  most: (max) => text('error.numberMost', { max }),
  least: (min) => text('error.numberLeast', { min }),
};
const sizes: Readonly<Record<string, SizeWords>> = {
  string: {
    most: (max) => text('error.tooLong', { max }),
    least: (min) => text('error.charactersLeast', { min }),
  },
  array: {
    most: (max) => text('error.entriesMost', { max }),
    least: (min) => text('error.entriesLeast', { min }),
  },
};

type Issue = z.core.$ZodRawIssue;

function sizeWords(issue: Extract<Issue, { code: 'too_big' | 'too_small' }>): string {
  const words = sizes[issue.origin] ?? numberSizes;
  return issue.code === 'too_big' ? words.most(issue.maximum) : words.least(issue.minimum);
}

/** For `z.config({ customError: ruleWords })`; a rule's own message comes first. */
export function ruleWords(issue: Issue): string {
  switch (issue.code) {
    case 'invalid_type':
      if (issue.input === undefined) return text('error.missing');
      return kinds[issue.expected] ?? text('error.wrongShape');
    case 'too_big':
    case 'too_small':
      return sizeWords(issue);
    case 'unrecognized_keys':
      return text('error.unknownFields', { fields: issue.keys.join(', ') });
    case 'invalid_value':
      return text('error.notOneOf', { values: issue.values.join(', ') });
    default:
      return text('error.wrongForm');
  }
}
